import { localDate, startOfDay } from '#core/period-zone.ts';
import type { IntervalMinutes } from './intervals.ts';

const MINUTES_OF_DAY = 1440;
const HOUR = 60;

/**
 * The first tick after an instant: a local time that is a whole number of intervals after midnight. A tick in
 * a skipped hour moves to the first instant after the gap. In a repeated hour, intervals of half an hour and
 * an hour tick both times and longer ones only the first time, so a local day has exactly one daily tick.
 */
export function nextTick(
  after: Temporal.Instant,
  interval: IntervalMinutes,
  timeZone: string,
): Temporal.Instant {
  const day = localDate(after, timeZone);
  let next = startOfDay(day.add({ days: 1 }), timeZone);
  for (const tick of ticksWithin(day, interval, timeZone)) if (isBetween(tick, after, next)) next = tick;
  return next;
}

/** The ticks in `(from, until]`, in their order. */
export function listTicks(
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
  interval: IntervalMinutes,
  timeZone: string,
): Temporal.Instant[] {
  const ticks: Temporal.Instant[] = [];
  for (let day = localDate(from, timeZone); ; day = day.add({ days: 1 })) {
    const next = startOfDay(day.add({ days: 1 }), timeZone);
    const ofDay = [...ticksWithin(day, interval, timeZone)].filter((tick) => isBetween(tick, from, next));
    for (const tick of [...ofDay, next].sort(Temporal.Instant.compare)) {
      if (Temporal.Instant.compare(tick, until) > 0) return ticks;
      // In most hours the earlier and the later form of a tick are the same.
      if (!ticks.at(-1)?.equals(tick)) ticks.push(tick);
    }
  }
}

function* ticksWithin(day: Temporal.PlainDate, interval: IntervalMinutes, timeZone: string) {
  for (let minute = interval; minute < MINUTES_OF_DAY; minute += interval) {
    const shown = day.toPlainDateTime({ hour: Math.floor(minute / HOUR), minute: minute % HOUR });
    yield shown.toZonedDateTime(timeZone).toInstant();
    if (interval <= HOUR) yield shown.toZonedDateTime(timeZone, { disambiguation: 'later' }).toInstant();
  }
}

function isBetween(at: Temporal.Instant, after: Temporal.Instant, before: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, after) > 0 && Temporal.Instant.compare(at, before) < 0;
}

/** Whether an interval has passed in elapsed time or in local time: a day of 23 hours counts as a day. */
export function isIntervalOver(
  range: { from: Temporal.Instant; until: Temporal.Instant },
  interval: IntervalMinutes,
  timeZone: string,
): boolean {
  const shown = ({ from, until }: typeof range) =>
    from
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .until(until.toZonedDateTimeISO(timeZone).toPlainDateTime());
  const elapsed = range.from.until(range.until);
  return [elapsed, shown(range)].some((duration) => duration.total({ unit: 'minutes' }) >= interval);
}
