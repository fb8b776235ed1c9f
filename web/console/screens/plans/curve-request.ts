import { exact } from '../../../api/decimal.ts';
import type { PriceCurveRequest } from '../../../api/generated/request-types.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { CardFields, CardType } from './card-fields.ts';
import { pricesOf } from './tier-request.ts';

/** The prices of a card in one currency, for its curve. */
export function requestOf(type: CardType, fields: CardFields, currency: string): PriceCurveRequest | null {
  const { ratePlan, rateValues } = pricesOf(fields, [currency]);
  const [rateValue] = rateValues;
  const cap = type === 'USAGE' ? readDecimal(fields.maximumQuantity) : null;
  return rateValue ? { ratePlan, rateValue, ...(cap !== null && { maximumQuantity: exact(cap) }) } : null;
}
