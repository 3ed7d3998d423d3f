/** The reason of a run for more that comes out than went in, and sentences about it (docs/domain.md, Bounded by mass). */
import { limits, optionalText } from '../core/fields.ts';

export const gainReasonField = optionalText(limits.address)
  .optional()
  .describe(
    'Why more came out than went in, by admin or manager: it lets the `maxGainPercent` of items count. A change without it keeps it.',
  );

export const gainTexts = {
  cameOut: (cameOut: string, wentIn: string) =>
    `Outputs and losses are ${cameOut} together, more than the ${wentIn} that go in.`,
  /** The gain that some items allow, or all where none is named. */
  allowed: (percent: string, items: readonly string[]) =>
    `Up to ${percent} more is allowed${items.length > 0 ? ` of ${items.join(', ')}` : ''}.`,
  needsReason: (mayGive: boolean) =>
    mayGive ? 'Check the quantities, or say why.' : 'Check the quantities, or ask an admin or manager to say why.',
  example: 'e.g. Water taken up',
  withoutClaim: (batches: readonly string[]) =>
    `${batches.join(', ')} ${batches.length === 1 ? 'is' : 'are'} beyond what goes in, without a claim.`,
  ofOffice: 'Admins and managers say why more came out than went in.',
} as const;
