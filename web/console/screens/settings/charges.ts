import { readDecimal } from '../../../format/typed-decimal.ts';
import { asTyped, listOf, numbersOf, parsedOne, type RowSetting, textOf } from './setting-json.ts';

export type ChargeRow = Readonly<{
  name: string;
  kind: string;
  value: string;
  rate: string;
  quantity: string;
  revenue: string;
}>;
export const charges: RowSetting<ChargeRow> = {
  read: (text) =>
    listOf(text).map(({ name = '', value, rate = '', quantity = '', considerForRevenue }) => ({
      ...{ name, kind: value === undefined ? 'RATE' : 'VALUE', revenue: considerForRevenue ?? '' },
      ...{ value: asTyped(value ?? ''), rate: asTyped(rate), quantity: asTyped(quantity) },
    })),
  write: (rows) =>
    textOf(
      rows.map(({ name, kind, value, rate, quantity, revenue }) => ({
        name: name.trim(),
        ...(kind === 'VALUE' ? { value: readDecimal(value) ?? value.trim() } : numbersOf({ rate, quantity })),
        ...(revenue !== '' && { considerForRevenue: revenue === 'true' }),
      })),
    ),
  errorsOf: (rows, t) => {
    const errors: Record<string, string> = {};
    rows.forEach(({ name, kind, value, rate, quantity }, index) => {
      if (name.trim() === '') errors[`${index}.name`] = t('rowNameMissing');
      if (rows.findIndex((row) => row.name.trim() === name.trim()) < index)
        errors[`${index}.name`] = t('nameTwice');
      if (kind === 'VALUE' && readDecimal(value) === null && !isLogic(value))
        errors[`${index}.value`] = t('amountOrLogic');
      if (kind === 'RATE' && readDecimal(rate) === null) errors[`${index}.rate`] = t('numberMissing');
      if (kind === 'RATE' && readDecimal(quantity) === null) errors[`${index}.quantity`] = t('numberMissing');
    });
    return errors;
  },
};

function isLogic(text: string): boolean {
  const logic = parsedOne(text);
  return logic !== null && !Array.isArray(logic);
}
