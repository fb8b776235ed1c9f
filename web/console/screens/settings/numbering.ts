import { wholeOf } from '../../../format/decimals.ts';
import { numbersOf, parsedOne, type RowSetting } from './setting-json.ts';

export const RESETS = ['NEVER', 'YEARLY', 'MONTHLY'] as const;
export const SCOPES = ['ORG', 'CUSTOMER', 'INVOICE_GROUP'] as const;
export type NumberingRow = Readonly<{
  pattern: string;
  pad: string;
  start: string;
  reset: string;
  scope: string;
}>;
/** What members that are left out mean. */
export const PLAIN: NumberingRow = {
  ...{ pattern: '{YYYY}-{MM}-{SEQ}', pad: '4', start: '1', reset: 'NEVER', scope: 'ORG' },
};
/** One row; empty: the built-in numbering. */
export const numbering: RowSetting<NumberingRow> = {
  read: (text) => [{ ...PLAIN, ...(parsedOne(text) as Partial<NumberingRow>) }],
  write: ([row = PLAIN]) => {
    const { pattern, pad, start, reset, scope } = row;
    if (Object.entries(PLAIN).every(([name, plain]) => row[name as keyof NumberingRow] === plain)) return '';
    return JSON.stringify({ pattern, ...numbersOf({ pad, start }), reset, scope });
  },
  errorsOf: ([row = PLAIN], t) => ({
    ...(row.pattern.split('{SEQ}').length !== 2 && { '0.pattern': t('patternInvalid') }),
    ...(!isWhole(row.pad, 20) && { '0.pad': t('padInvalid') }),
    ...(!isWhole(row.start, 999_999_999) && { '0.start': t('startInvalid') }),
  }),
};

function isWhole(text: string, max: number): boolean {
  const number = wholeOf(text.trim());
  return number !== null && number >= 1 && number <= max;
}
