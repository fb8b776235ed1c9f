/**
 * Whether this run takes every round: `npm test -- --full`. An everyday run takes fewer rounds of what is
 * random or exhaustive, and the same guarantees.
 */
export const IS_FULL = process.env.TEST_EFFORT === 'full';

/** How many rounds this run takes: as many as a setting of the environment says, if it is there. */
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

/** Chooses what an everyday run takes of many; `npm test` draws and prints one, TEST_SEED takes it again. */
export const SEED = Number(process.env.TEST_SEED ?? 0);

/**
 * Some rounds of many of one kind, spread evenly and chosen by the seed; with --full all, or so many. With
 * another `from`, another selection is made for the same seed.
 */
export function roundsOf<T>(
  all: readonly T[],
  { everyday, full = all.length, from = 0 }: { everyday: number; full?: number; from?: number },
): T[] {
  const stride = Math.max(1, Math.ceil(all.length / (IS_FULL ? full : everyday)));
  return all.filter((_, index) => index % stride === (SEED + from) % stride);
}
