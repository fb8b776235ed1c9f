const HOUR_MS = 3_600_000;
const MAX_REMEMBERED_HOURS = 100_000;
/** In minutes: clock changes are multiples of this. */
const QUARTER = 15;

/** Returns the start of the local hour that contains an instant. */
export type HourOf = (at: Temporal.Instant) => Temporal.Instant;

/**
 * Returns a function for the hours of a billing zone. An hour begins when local clocks show a full hour,
 * which in some zones is 30 or 45 minutes past the UTC hour. If the clock changes within an hour, the hour
 * consists of the instants that show it. The zone offset is looked up once per UTC hour; the rest is
 * arithmetic.
 */
export function hoursIn(timeZone: string): HourOf {
  const offsets = new Map<number, number | null>();
  const starts = new Map<number, Temporal.Instant>();
  const offsetOf = (hour: number): number | null => {
    const known = offsets.get(hour);
    if (known !== undefined) return known;
    if (offsets.size > MAX_REMEMBERED_HOURS) offsets.clear();
    const offset = constantOffset(hour, timeZone);
    offsets.set(hour, offset);
    return offset;
  };
  return (at) => {
    const ms = at.epochMilliseconds;
    const offset = offsetOf(Math.floor(ms / HOUR_MS));
    if (offset === null) return startOfShownHour(at, timeZone);
    const start = Math.floor((ms + offset) / HOUR_MS) * HOUR_MS - offset;
    // Hours repeat, and a map lookup is faster than creating an instant.
    const known = starts.get(start);
    if (known) return known;
    // A clock change between the hour's start and the instant is rare, so the exact path may be slow.
    if (offsetOf(Math.floor(start / HOUR_MS)) !== offset) return startOfShownHour(at, timeZone);
    if (starts.size > MAX_REMEMBERED_HOURS) starts.clear();
    const startAt = Temporal.Instant.fromEpochMilliseconds(start);
    starts.set(start, startAt);
    return startAt;
  };
}

/** The end of the hour that begins at `start`; an hour with a clock change may be longer or shorter. */
export function endOfHour(hourOf: HourOf, start: Temporal.Instant): Temporal.Instant {
  let end = start.add({ minutes: QUARTER });
  while (hourOf(end).equals(start)) end = end.add({ minutes: QUARTER });
  // A change of 44 minutes and 30 seconds, such as Liberia's of 1972, ends hours between two quarters.
  return hourOf(end);
}

/**
 * The starts of all hours that overlap a span, ascending, in milliseconds. A year has 8,760 of them, and the
 * caller must not block the event loop; so between two clock changes it steps by 60 minutes.
 */
export function listHourStarts(
  timeZone: string,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): number[] {
  const hourOf = hoursIn(timeZone);
  const end = Number(until.epochNanoseconds) / 1e6;
  const starts: number[] = [];
  const endOf = (start: number) =>
    endOfHour(hourOf, Temporal.Instant.fromEpochMilliseconds(start)).epochMilliseconds;
  let at = hourOf(from).epochMilliseconds;
  while (at < end) {
    // The first hour may begin with a clock change, and the last may end after the next one.
    const changeAt = nextChange(at, timeZone);
    for (let next = endOf(at); at < end && at < changeAt; next = at + HOUR_MS) {
      starts.push(at);
      at = next < changeAt ? next : endOf(at);
    }
  }
  return starts;
}

/** The next instant at which the offset of the zone changes. */
function nextChange(ms: number, timeZone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  return shown.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
}

/** The zone's offset during a UTC hour, in ms; null if it changes in the hour or is not a whole minute. */
function constantOffset(hour: number, timeZone: string): number | null {
  const offsetAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
  const first = offsetAt(hour * HOUR_MS);
  const last = offsetAt((hour + 1) * HOUR_MS - 1);
  return first === last && first % 60_000 === 0 ? first : null;
}

function startOfShownHour(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  const shown = at.toZonedDateTimeISO(timeZone);
  return shown.round({ smallestUnit: 'hour', roundingMode: 'floor' }).toInstant();
}
