import { add, compare } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { TaxRow } from './tax-rates.ts';

interface TaxExample {
  /** Empty: a buyer in any other country. */
  country: string;
  taxes: { name: string; percent: string }[];
  /** Of a net amount of 100. */
  total: string;
}

const MAX_EXAMPLES = 5;

/** What becomes of 100 net for a buyer in each named country, and anywhere else. */
export function taxExamples(rows: readonly TaxRow[]): TaxExample[] {
  const read = rows.flatMap(({ name, percent, country }) => {
    const number = readDecimal(percent);
    const isRight = number !== null && name.trim() !== '' && compare(number, '0') >= 0;
    return isRight ? [{ name: name.trim(), percent: number, country: country.trim().toUpperCase() }] : [];
  });
  const countries = [...new Set(read.map(({ country }) => country))].sort();
  return countries.slice(0, MAX_EXAMPLES).map((country) => {
    const taxes = read.filter((each) => each.country === '' || each.country === country);
    // A per cent of 100 is the tax.
    return { country, taxes, total: taxes.reduce((sum, { percent }) => add(sum, percent), '100') };
  });
}
