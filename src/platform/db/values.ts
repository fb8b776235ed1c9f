import pg from 'pg';
import { Decimal, decimalText } from '#core/decimal.ts';

const OIDS = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const;

/** Parsers of database values: exact numbers, instants and dates, never a double or a `Date`. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): never {
    return (READERS.get(oid) ?? pg.types.getTypeParser(oid as never, format as never)) as never;
  },
};

const READERS = new Map<number, (text: string) => unknown>([
  [OIDS.int8, readInteger],
  [OIDS.numeric, (text) => new Decimal(text)],
  [OIDS.timestamptz, (text) => Temporal.Instant.from(text)],
  [OIDS.date, (text) => Temporal.PlainDate.from(text)],
]);

/**
 * Encodes values as query parameters. Plain objects and arrays for JSON columns go through `json()` instead.
 */
export function encodeParameter(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (value instanceof Decimal) return decimalText(value);
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString();
  return Array.isArray(value) ? value.map(encodeParameter) : value;
}

function readInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer too large for a count: ${text}`);
  return value;
}
