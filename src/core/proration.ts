import { type Decimal, decimal } from './decimal.ts';

/**
 * The share of a rate for the billed days of a block: rate × D / N, unrounded. Multiplies before it divides,
 * so that an exact result stays exact: 31 × 10 / 31 is 10, while 10 / 31 × 31 is not.
 */
export function prorate(rate: Decimal, billedDays: number, nominalDays: number): Decimal {
  if (!Number.isSafeInteger(billedDays) || !Number.isSafeInteger(nominalDays))
    throw new RangeError('days are whole numbers');
  if (nominalDays <= 0 || billedDays < 0 || billedDays > nominalDays)
    throw new RangeError(`cannot bill ${billedDays} of ${nominalDays} days`);
  return rate.times(decimal(billedDays)).div(decimal(nominalDays));
}
