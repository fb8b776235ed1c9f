import { locale } from './locale.ts';

interface Marks {
  decimal: string;
  group: string;
}

const known = new Map<string, Marks>();

/** Once per region: a formatter takes longer to make than a number to read. */
function marksOf(tag: string): Marks {
  const marks = known.get(tag) ?? readMarks(tag);
  known.set(tag, marks);
  return marks;
}

function readMarks(tag: string): Marks {
  const parts = new Intl.NumberFormat(tag, { useGrouping: 'always' }).formatToParts(12345678.5);
  const find = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return { decimal: find('decimal', '.'), group: find('group', ',') };
}

const PLAIN = /^-?\d{1,40}(?:\.\d{1,40})?$/;
const ONE_MARK = /^(-?\d+)[.,](\d+)$/;

/**
 * A typed number as an exact decimal, such as `-1234.5`; null if it is none. Marks are those of the reader's
 * region: `1.234` is 1234 in German, and `0.005`, which can be no grouped number, is a fraction everywhere.
 */
export function readDecimal(typed: string, tag = locale): string | null {
  const { decimal, group } = marksOf(tag);
  const text = typed.replaceAll('\u2212', '-').replace(/[\s\u2019']/g, '');
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length === 0) {
    const grouped = whole.split(group.trim() === '' ? '\u2019' : group);
    if (isGrouped(grouped)) return canonical(grouped.join(''), fraction);
  }
  const [, before = '', after] = ONE_MARK.exec(text) ?? [];
  return before ? canonical(before, after) : null;
}

/** One group, or groups of three after one to three digits; India writes pairs before the last three. */
function isGrouped([first = '', ...rest]: readonly string[]): boolean {
  if (rest.length === 0) return /^-?\d+$/.test(first);
  return (
    /^-?[1-9]\d{0,2}$/.test(first) &&
    /^\d{3}$/.test(rest.at(-1) ?? '') &&
    rest.slice(0, -1).every((part) => /^\d{2,3}$/.test(part))
  );
}

function canonical(whole: string, fraction: string | undefined): string | null {
  const text = fraction === undefined ? whole : `${whole}.${fraction}`;
  return PLAIN.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : null;
}

/** A decimal of the API as it is typed in the reader's region. */
export function typedDecimal(value: string, tag = locale): string {
  return value.replace('.', marksOf(tag).decimal);
}
