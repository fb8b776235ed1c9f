import { formatCount } from '../format/money.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Letters that are written from right to left, and characters that change the direction of text. */
const DIRECTED = /[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/;
/** These reverse what follows the value, too, until something ends them. */
const EMBEDDINGS = /[\u202a-\u202e]/g;
const [ISOLATE, END] = ['\u2068', '\u2069'];

/**
 * Puts values in place of `{name}`; numbers as counts. A name that is written from right to left keeps its
 * direction to itself, as in a `<bdi>`.
 */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    if (typeof value === 'number') return formatCount(value);
    return DIRECTED.test(value) ? `${ISOLATE}${value.replace(EMBEDDINGS, '')}${END}` : value;
  });
}
