import { formatCount } from '../format/money.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Puts values in place of `{name}`; numbers as counts. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? formatCount(value) : value;
  });
}
