import type { RateCard } from '../../../api/generated/types.ts';
import { PriceCurve } from '../../../parts/price-curve/price-curve.tsx';
import { requestOf } from './curve-request.ts';
import { fieldsOf } from './stored-card.ts';

/** The price curve of a stored card. */
export function StoredCurve({ card, currency }: { card: RateCard; currency: string }) {
  const fields = fieldsOf(card, { id: card.pricePlanId, currencies: [currency] });
  return (
    <PriceCurve prices={card.currencies.includes(currency) ? requestOf(card.type, fields, currency) : null} />
  );
}
