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
