const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

type Refusal = { refused: string };

/** Reads an ISO 8601 date-time; no offset means UTC, digits beyond microseconds are dropped. */
export function parseInstant(text: string): Temporal.Instant | Refusal {
  const match = DATE_TIME.exec(text);
  const refused = { refused: 'must be an ISO 8601 date-time such as 2026-01-31T00:00:00Z' };
  if (!match || match[6] === '60') return refused;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = match;
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const micros = fraction.slice(0, 6);
  try {
    return Temporal.Instant.from(
      `${year}-${month}-${day}T${hour}:${minute}:${second}${micros && `.${micros}`}${offset.toUpperCase()}`,
    );
  } catch {
    return refused;
  }
}

/** Reads a calendar date; 30 February and the like are refused. */
export function parsePlainDate(text: string): Temporal.PlainDate | Refusal {
  const refused = { refused: 'must be a calendar date YYYY-MM-DD' };
  if (!DATE.test(text)) return refused;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return refused;
  }
}

/** As printed on the wire: UTC, milliseconds. */
export function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
