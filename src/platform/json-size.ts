/** The most that is written or printed in one turn, in characters and members: about a millisecond. */
export const MAX_AT_ONCE = 32_768;

/** Whether a value is small enough to print in one turn; stops counting at the limit. */
export function isSmall(value: unknown): boolean {
  let left = MAX_AT_ONCE;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    left -= typeof one === 'string' ? one.length : 8;
    if (left < 0) return false;
    if (!isDivisible(one)) continue;
    for (const name in one) {
      left -= 8;
      if (left < 0) return false;
      open.push((one as Record<string, unknown>)[name]);
    }
  }
  return true;
}

/** Values with their own serialization, such as decimals and instants, are indivisible. */
export function isDivisible(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false;
  return Array.isArray(value) || (!('toJSON' in value) && !JSON.isRawJSON(value));
}
