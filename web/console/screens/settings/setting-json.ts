import { exact, isDecimal } from '../../../api/decimal.ts';
import { parseNumbersAsText } from '../../../api/exact-json.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import type { RowText } from '../../../ui/use-text-rows.ts';
import type { Say } from './organization-settings-form.ts';

/** A setting whose value is JSON, as rows of texts. The service checks it as well. */
export interface RowSetting<Row extends Readonly<Record<string, string>>> extends RowText<Row> {
  /** By `index.member`. */
  errorsOf(rows: readonly Row[], t: Say): Record<string, string>;
}

/** Numbers of JSON with the typed digits; what is no number stays text, and is an error. */
export function numbersOf(texts: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const number = readDecimal(text);
      return [name, number === null ? text : exact(number)];
    }),
  );
}

export function asTyped(text: string): string {
  return isDecimal(text) ? typedDecimal(text) : text;
}

/** Nothing is the default, and so is no row. */
export function textOf(rows: readonly unknown[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows);
}

export function parsed(text: string): unknown[] | null {
  const value = parsedOne(text);
  return Array.isArray(value) ? value : null;
}

export function parsedOne(text: string): object | null {
  try {
    const value = parseNumbersAsText(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export function listOf(text: string): Record<string, string | undefined>[] {
  return (parsed(text) ?? []).map((each) =>
    Object.fromEntries(Object.entries(each as object).map(([name, value]) => [name, String(value)])),
  );
}
