const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Parses ISO 8601 text: a plain date is midnight, and without an offset it is UTC (`spec/README.md` 1). Null
 * for any other text, including dates that do not exist.
 */
export function parseDate(text: string): Temporal.Instant | null {
  const match = DATE.exec(text);
  if (!match) return null;
  const [, day, time = '00:00', offset = 'Z'] = match;
  try {
    return Temporal.Instant.from(`${day}T${time}${offset}`);
  } catch {
    return null;
  }
}

/** UTC, without seconds when there are none: `2024-05-29T00:00Z`. */
export function dateText(date: Temporal.Instant): string {
  return date.toString().replace(/:00Z$/, 'Z');
}

/** Adds a duration in UTC: months first, clamped to the end of the month, then days, then the exact time. */
export function addToDate(
  date: Temporal.Instant,
  amount: { months: number; days: number; nanoseconds: bigint },
): Temporal.Instant | null {
  try {
    const local = date.toZonedDateTimeISO('UTC').add({ months: amount.months }).add({ days: amount.days });
    const sum = Temporal.Instant.fromEpochNanoseconds(local.epochNanoseconds + amount.nanoseconds);
    const { year } = sum.toZonedDateTimeISO('UTC');
    return year >= 0 && year <= 9999 ? sum : null;
  } catch {
    return null;
  }
}
