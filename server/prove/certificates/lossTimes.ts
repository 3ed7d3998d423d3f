/** When lots lost a claim: they claimed by it as far as they were recorded before. */

/** An instant; null where it never comes, so that every lot claimed before it. */
export type LossTime = string | null;

/** The earlier of two losses. */
export function earlierLoss(one: LossTime, other: LossTime): LossTime {
  return other === null || (one !== null && one < other) ? one : other;
}

/** The later of two losses. */
export function laterLoss(one: LossTime, other: LossTime): LossTime {
  return one === null || (other !== null && one > other) ? one : other;
}

/** Whether something was recorded at an instant before a loss. */
export function isBeforeLoss(recordedAt: string, lostAt: LossTime): boolean {
  return lostAt === null || recordedAt <= lostAt;
}
