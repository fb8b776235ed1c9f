const HOUR_MS = 3_600_000;
const MAX_REMEMBERED_HOURS = 100_000;
/** In minutes: clocks are changed by this and its multiples. */
const QUARTER = 15;

/** Gives the first instant of the local hour that an instant lies in. */
export type HourOf = (at: Temporal.Instant) => Temporal.Instant;

/**
 * Hours of the billing zone: they begin when its clocks show a full hour, which in some zones is 30 or 45
 * minutes past the hour of UTC. Where the clock is changed inside an hour, that hour has the instants that
 * show it. The offset of the zone is looked up once for each hour of UTC; the rest is arithmetic.
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
    // Hours repeat, and making an instant takes longer than looking it up.
    const known = starts.get(start);
    if (known) return known;
    // A change between the start of the hour and the instant is rare enough for the exact way.
    if (offsetOf(Math.floor(start / HOUR_MS)) !== offset) return startOfShownHour(at, timeZone);
    if (starts.size > MAX_REMEMBERED_HOURS) starts.clear();
    const startAt = Temporal.Instant.fromEpochMilliseconds(start);
    starts.set(start, startAt);
    return startAt;
  };
}

/** The end of the hour that begins at an instant: one with a change of the clock is longer or shorter. */
export function endOfHour(hourOf: HourOf, start: Temporal.Instant): Temporal.Instant {
  let end = start.add({ minutes: QUARTER });
  while (hourOf(end).equals(start)) end = end.add({ minutes: QUARTER });
  // A change of 44 minutes and 30 seconds, such as Liberia's of 1972, ends hours between two quarters.
  return hourOf(end);
}

/**
 * Where the hours begin that meet a span, ascending, in milliseconds: of a year there are 8,760, and what
 * asks for them must not keep others waiting. Between two changes of the clock they are 60 minutes apart.
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
    // The first one may begin with a change, and the last one end behind the next.
    const changeAt = nextChange(at, timeZone);
    for (let next = endOf(at); at < end && at < changeAt; next = at + HOUR_MS) {
      starts.push(at);
      at = next < changeAt ? next : endOf(at);
    }
  }
  return starts;
}

/** The next instant after this one from which the clocks of a zone have another offset. */
function nextChange(ms: number, timeZone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  return shown.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
}

/** The zone's offset in an hour of UTC, in milliseconds; null when it changes in it or is no full minute. */
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
