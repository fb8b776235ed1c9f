import { isDecimal } from '../../../api/decimal.ts';
import { compare, movePoint } from '../../../format/decimals.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import { listOf, type RowSetting, textOf } from './setting-json.ts';

export type TaxRow = Readonly<{ name: string; percent: string; country: string }>;
export const taxRates: RowSetting<TaxRow> = {
  read: (text) =>
    listOf(text).map(({ name = '', rate = '', country = '' }) => ({
      ...{ name, country },
      percent: isDecimal(rate) ? typedDecimal(movePoint(rate, 2)) : rate,
    })),
  write: (rows) =>
    textOf(
      rows.map(({ name, percent, country }) => {
        const number = readDecimal(percent);
        const rate = number === null ? percent : movePoint(number, -2);
        return { name: name.trim(), rate, ...(country.trim() && { country: country.trim().toUpperCase() }) };
      }),
    ),
  errorsOf: (rows, t) => {
    const errors: Record<string, string> = {};
    rows.forEach(({ name, percent, country }, index) => {
      const number = readDecimal(percent);
      if (name.trim() === '') errors[`${index}.name`] = t('rowNameMissing');
      const clash = rows.findIndex((row) => row.name.trim() === name.trim() && clashes(row, { country }));
      if (clash < index) errors[`${index}.name`] = t('taxTwice');
      if (number === null || compare(number, '0') < 0 || compare(number, '100') > 0)
        errors[`${index}.percent`] = t('percentInvalid');
      if (!/^([A-Za-z]{2})?$/.test(country.trim())) errors[`${index}.country`] = t('countryInvalid');
    });
    return errors;
  },
};

/** A tax without a country is on every invoice. */
function clashes(one: { country: string }, other: { country: string }): boolean {
  const [a, b] = [one, other].map(({ country }) => country.trim().toUpperCase());
  return a === b || a === '' || b === '';
}
