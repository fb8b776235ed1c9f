import { parseDuration } from '#core/json-logic/duration.ts';
import { addDuration } from '#core/period-duration.ts';
import type { StoredEntitlementCard } from './card-details-schema.ts';

type FeatureConfig = StoredEntitlementCard['featureConfigs'][number];

/**
 * Block starts that give the shortest windows: every month of a common year, and a day that most months lack.
 */
const BEGINNINGS = [
  ...Array.from({ length: 12 }, (_, month) =>
    Temporal.PlainDate.from({ year: 2023, month: month + 1, day: 1 }),
  ),
  Temporal.PlainDate.from('2023-01-31'),
].map((date) => date.toZonedDateTime('UTC').toInstant());

/** Problems of credit windows; each must begin before it ends, in every month. */
export function checkFeatureConfigs(configs: readonly FeatureConfig[], path: string): string[] {
  return configs.flatMap(({ effectiveFrom = 'PT0S', effectiveUntil }, index) => {
    const at = `${path}[${index}]`;
    const problems = [
      ...checkDuration(effectiveFrom, `${at}.effectiveFrom`),
      ...checkDuration(effectiveUntil, `${at}.effectiveUntil`),
    ];
    if (problems.length > 0) return problems;
    const isWindow = BEGINNINGS.every((start) => isBefore(start, effectiveFrom, effectiveUntil));
    return isWindow ? [] : [`${at}.effectiveUntil: must be later than effectiveFrom in every month`];
  });
}

/** Why a text is not a positive duration. */
export function checkDuration(text: string, path: string): string[] {
  const duration = parseDuration(text);
  if (!duration) return [`${path}: must be an ISO 8601 duration, such as P1M or PT12H`];
  const { months, days, nanoseconds } = duration;
  return months < 0 || days < 0 || nanoseconds < 0n ? [`${path}: must not be negative`] : [];
}

function isBefore(start: Temporal.Instant, from: string, until: string): boolean {
  return Temporal.Instant.compare(addDuration(start, from, 'UTC'), addDuration(start, until, 'UTC')) < 0;
}
