import { Decimal, decimal, decimalText } from '#core/decimal.ts';

/**
 * Encodes values that cross threads. Node copies plain data itself; values whose class it would lose are
 * written as text under a reserved member, and restored on the other side.
 */
const TAG = '\u0000type';

type Tagged = { [TAG]: keyof typeof READERS; text: string };

const READERS = {
  instant: (text: string) => Temporal.Instant.from(text),
  date: (text: string) => Temporal.PlainDate.from(text),
  decimal: (text: string) => decimal(text),
};

export function toMessage(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (value instanceof Temporal.Instant) return tagged('instant', value.toString());
  if (value instanceof Temporal.PlainDate) return tagged('date', value.toString());
  if (value instanceof Decimal) return tagged('decimal', decimalText(value));
  if (Array.isArray(value)) return value.map(toMessage);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toMessage(member)]));
}

export function fromMessage(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(fromMessage);
  if (isTagged(value)) return READERS[value[TAG]](value.text);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromMessage(member)]));
}

function tagged(type: keyof typeof READERS, text: string): Tagged {
  return { [TAG]: type, text };
}

function isTagged(value: object): value is Tagged {
  return TAG in value;
}
