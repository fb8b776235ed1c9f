/** So many accounts or cycles are priced at a time: what is read of them is gone before the next ones. */
export const PRICED_AT_ONCE = 200;

/** Parts of a list, so that an organization of any size is priced in bounded memory. */
export function* pagesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += PRICED_AT_ONCE)
    yield all.slice(start, start + PRICED_AT_ONCE);
}
