import type { RateCardRow } from '#areas/price-plans/index.ts';
import { decimal, decimalText, MAX_FRACTION_DIGITS } from '#core/decimal.ts';
import type { Adjustment } from './simulation-definition.ts';

/** Cards with changed prices; bounds, credits and quantities stay. */
export function scaleCards(
  cards: readonly RateCardRow[],
  adjustments: readonly Adjustment[],
): readonly RateCardRow[] {
  if (adjustments.length === 0) return cards;
  return cards.map((card) => {
    const own = adjustments.filter(({ billableId }) => (billableId ?? card.billableId) === card.billableId);
    return own.reduce((scaled, { percent }) => scaleCard(scaled, percent), card);
  });
}

function scaleCard(card: RateCardRow, percent: string): RateCardRow {
  const factor = decimal(percent).plus(100).div(100);
  const scale = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => scale(each, name));
    if (name === 'rate' && typeof value === 'string')
      return decimalText(decimal(value).times(factor).toDecimalPlaces(MAX_FRACTION_DIGITS));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, scale(member, key)]));
  };
  return { ...card, details: scale(card.details, '') as RateCardRow['details'] };
}
