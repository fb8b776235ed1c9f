import { type Duration, parseDuration } from './json-logic/duration.ts';
import { FOREVER, FOREVER_INSTANT, localDate, startOfDay } from './period-zone.ts';

/**
 * Adds an ISO 8601 duration to an instant: years and months by the calendar of the zone, clamped to the
 * length of the month, days as local days, the time part exactly (`metering-pricing.md` 11.2). A result
 * beyond the calendar means forever. Throws `RangeError` on text that is not a duration.
 */
export function addDuration(start: Temporal.Instant, text: string, timeZone: string): Temporal.Instant {
  const duration = parseDuration(text);
  if (!duration) throw new RangeError(`not a duration: ${text.slice(0, 60)}`);
  try {
    const end = addTime(addDays(start, duration, timeZone), duration.nanoseconds);
    return Temporal.Instant.compare(end, FOREVER_INSTANT) < 0 ? end : FOREVER_INSTANT;
  } catch (error) {
    if (error instanceof RangeError) return FOREVER_INSTANT;
    throw error;
  }
}

/** A day that begins later than midnight still ends where the next one begins. */
function addDays(start: Temporal.Instant, { months, days }: Duration, timeZone: string): Temporal.Instant {
  if (months === 0 && days === 0) return start;
  const calendar = { months, days };
  const day = localDate(start, timeZone);
  if (!startOfDay(day, timeZone).equals(start))
    return start.toZonedDateTimeISO(timeZone).add(calendar).toInstant();
  const end = day.add(calendar);
  return startOfDay(Temporal.PlainDate.compare(end, FOREVER) < 0 ? end : FOREVER, timeZone);
}

function addTime(start: Temporal.Instant, nanoseconds: bigint): Temporal.Instant {
  return Temporal.Instant.fromEpochNanoseconds(start.epochNanoseconds + nanoseconds);
}
