/** Engines limit how many parameters one statement may have. */
const ROWS_PER_BATCH = 500;

/** A list in pieces of `most`, by default the limit of one statement. */
export function* piecesOf<T>(all: readonly T[], most = ROWS_PER_BATCH): Generator<T[]> {
  for (let start = 0; start < all.length; start += most) yield all.slice(start, start + most);
}
