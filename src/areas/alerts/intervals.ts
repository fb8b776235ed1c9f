/** Minutes between two checks. Each divides a day, so that ticks are at the same local times every day. */
export const INTERVALS = [30, 60, 120, 180, 240, 360, 480, 720, 1440] as const;
export type IntervalMinutes = (typeof INTERVALS)[number];

/**
 * Parses minutes (a number or its text), an ISO 8601 duration or the cron form. Null for anything that is not
 * one of `INTERVALS`.
 */
export function readInterval(sent: string | number): IntervalMinutes | null {
  const text = String(sent).trim().replace(/\s+/g, ' ');
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : (BY_CRON.get(text) ?? durationMinutes(text));
  return INTERVALS.find((interval) => interval === minutes) ?? null;
}

/** The five fields of a cron expression, in the organization's zone. */
export function cronOf(interval: IntervalMinutes): string {
  if (interval < 60) return `*/${interval} * * * *`;
  if (interval === 1440) return '0 0 * * *';
  return interval === 60 ? '0 * * * *' : `0 */${interval / 60} * * *`;
}

const BY_CRON: ReadonlyMap<string, number> = new Map(
  INTERVALS.map((interval) => [cronOf(interval), interval]),
);

function durationMinutes(text: string): number | null {
  try {
    return Temporal.Duration.from(text).total({ unit: 'minutes' });
  } catch {
    return null;
  }
}
