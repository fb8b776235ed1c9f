import { compare, isNegative, isZero } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type cardForm from '../../../messages/en/cardForm.json';
import type { TierRow } from './tier-rows.ts';

type Say = Translate<keyof typeof cardForm>;
type Errors = Record<string, string>;

interface Checked {
  rows: readonly TierRow[];
  currencies: readonly string[];
  say: Say;
}

/** Errors of tiers by field; a gap and an overlap are named by their quantities. */
export function checkTiers(checked: Checked): Errors {
  const { rows, currencies, say } = checked;
  const errors: Errors = {};
  for (const index of rows.keys()) Object.assign(errors, checkBorders(checked, index));
  for (const [index, row] of rows.entries())
    Object.assign(errors, checkPrice(row, { index, currencies, say }));
  const dynamic = rows.length > 1 ? rows.findIndex(({ priceType }) => priceType === 'DYNAMIC') : -1;
  if (dynamic >= 0) errors[`tiers.${dynamic}.priceType`] = say('dynamicAlone');
  const unpriced = currencies.filter((currency) => rows.some((row) => readRate(row, currency) === null));
  if (unpriced.length > 0 && currencies.length > 1)
    errors.tiers = say('pricesMissing', { currencies: unpriced.join(', ') });
  return errors;
}

function readRate(row: TierRow, currency: string): string | null {
  return readDecimal(row[`rate.${currency}`] ?? '');
}

function checkBorders({ rows, say }: Checked, index: number): Errors {
  const row = rows[index] as TierRow;
  const at = (member: string) => `tiers.${index}.${member}`;
  const from = readDecimal(row.from ?? '');
  const isLast = index === rows.length - 1;
  if (from === null || isNegative(from)) return { [at('from')]: say('numberNeeded') };
  if (index === 0 && !isZero(from)) return { [at('from')]: say('gap', { from: '0', to: row.from ?? '' }) };
  const before = rows[index - 1];
  const met = before ? checkMeeting({ before, row, from, number: index }, say) : null;
  if (met) return { [at('from')]: met };
  if (row.to === '') return isLast ? {} : { [at('to')]: say('endNeeded') };
  const to = readDecimal(row.to ?? '');
  if (to === null) return { [at('to')]: say('numberNeeded') };
  if (compare(to, from) <= 0) return { [at('to')]: say('endTooSmall', { from: row.from ?? '' }) };
  return isLast ? { [at('to')]: say('gapAbove', { from: row.to ?? '' }) } : {};
}

interface Meeting {
  before: TierRow;
  row: TierRow;
  from: string;
  /** Of the tier before, from 1. */
  number: number;
}

function checkMeeting({ before, row, from, number }: Meeting, say: Say): string | null {
  const end = readDecimal(before.to ?? '');
  if (end === null) return null;
  const difference = compare(from, end);
  if (difference === 0) return null;
  if (difference > 0) return say('gap', { from: before.to ?? '', to: row.from ?? '' });
  const range = { from: row.from ?? '', to: before.to ?? '' };
  return say('overlap', { ...range, first: number, second: number + 1 });
}

function checkPrice(
  row: TierRow,
  { index, currencies, say }: { index: number; currencies: readonly string[]; say: Say },
): Errors {
  const errors: Errors = {};
  const at = (member: string) => `tiers.${index}.${member}`;
  const size = readDecimal(row.packageSize ?? '');
  if (row.priceType === 'PACKAGE' && (size === null || isNegative(size) || isZero(size)))
    errors[at('packageSize')] = say('sizeNeeded');
  for (const currency of currencies) {
    if (readRate(row, currency) === null) errors[at(`rate.${currency}`)] = say('numberNeeded');
    const bounds = boundError(row[`min.${currency}`] ?? '', row[`max.${currency}`] ?? '', say);
    if (bounds) errors[at(`min.${currency}`)] = bounds;
  }
  return errors;
}

/** Empty bounds are none. */
export function boundError(minimum: string, maximum: string, say: Say): string | null {
  const [least, most] = [readDecimal(minimum), readDecimal(maximum)];
  if ((minimum !== '' && least === null) || (maximum !== '' && most === null)) return say('numberNeeded');
  if (least === null || most === null || compare(least, most) <= 0) return null;
  return say('boundsCrossed');
}
