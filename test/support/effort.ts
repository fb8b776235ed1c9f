/**
 * Whether this run takes every round: `npm test -- --full`. An everyday run takes fewer rounds of random or
 * exhaustive tests, with the same guarantees.
 */
export const IS_FULL = process.env.TEST_EFFORT === 'full';

/** The number of rounds of this run; an environment variable overrides it. */
export function rounds({
  everyday,
  full,
  setting,
}: {
  everyday: number;
  full: number;
  setting?: string;
}): number {
  const set = setting === undefined ? undefined : process.env[setting];
  return Number(set ?? (IS_FULL ? full : everyday));
}

/** Selects the rounds of an everyday run; `npm test` draws and prints it, TEST_SEED repeats it. */
export const SEED = Number(process.env.TEST_SEED ?? 0);

/**
 * A selection of rounds, spread evenly and chosen by the seed; with --full all of them, or the given number.
 * Another `from` makes another selection for the same seed.
 */
export function roundsOf<T>(
  all: readonly T[],
  { everyday, full = all.length, from = 0 }: { everyday: number; full?: number; from?: number },
): T[] {
  const stride = Math.max(1, Math.ceil(all.length / (IS_FULL ? full : everyday)));
  return all.filter((_, index) => index % stride === (SEED + from) % stride);
}
