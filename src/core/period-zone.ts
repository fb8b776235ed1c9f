/** The date that means "without end" on the wire, as does every later date. */
export const FOREVER: Temporal.PlainDate = Temporal.PlainDate.from('9999-01-01');
/** The instant of `FOREVER`, the same in every zone. */
export const FOREVER_INSTANT: Temporal.Instant = Temporal.Instant.from('9999-01-01T00:00:00Z');

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether a date means "without end". */
export function isForever(date: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, FOREVER) >= 0;
}

/**
 * Whether `id` names a zone of the IANA database. Rejects a bare offset such as `+05:30`: it has no clock
 * changes, and SQL reads its sign the other way round.
 */
export function isTimeZone(id: string): boolean {
  if (!ZONE_NAME.test(id)) return false;
  try {
    FOREVER_INSTANT.toZonedDateTimeISO(id);
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant at which a local day begins: midnight, the first existing instant when midnight (or the whole
 * day) is skipped, the first of two when the clock passes midnight twice.
 */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  if (isForever(date)) return FOREVER_INSTANT;
  return date.toZonedDateTime(timeZone).toInstant();
}

/**
 * The local day d with `startOfDay(d) <= instant < startOfDay(d + 1)`. If the clock passes midnight and is
 * then set back, it shows the previous day once more; those instants belong to the new day, so that the days
 * tile.
 */
export function localDate(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  const shown = instant.toZonedDateTimeISO(timeZone).toPlainDate();
  const next = shown.add({ days: 1 });
  return Temporal.Instant.compare(startOfDay(next, timeZone), instant) <= 0 ? next : shown;
}
