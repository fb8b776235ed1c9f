import { DECIMALS } from './generated/decimals.ts';

type Revive = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, revive: Revive) => unknown;

/**
 * Parses a response. Decimals become the text that the service sent, so that no digit is lost to binary
 * fractions; integers stay numbers.
 */
export function parseExact(text: string): unknown {
  return parse(text, (key, value, context) => {
    if (typeof value === 'number') {
      const source = context?.source ?? String(value);
      return DECIMALS.has(key) || INDEX.test(key) ? source : value;
    }
    return value;
  });
}

/** An element of a list. All lists of numbers are lists of decimals; a test reads the document. */
const INDEX = /^\d+$/;

/** Parses JSON whose numbers are decimals, wherever they stand: each becomes the text that was written. */
export function parseNumbersAsText(text: string): unknown {
  return parse(text, (_, value, context) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );
}

/** Parses JSON that is sent on: its numbers keep their digits when it becomes text again. */
export function parseToSend(text: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return parse(text, (_, value, context) =>
    typeof value === 'number' ? rawJSON(context?.source ?? String(value)) : value,
  );
}
