import { Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import type { LineItem, UsageExplanation } from './document.ts';
import type { UsageCardInput } from './inputs.ts';

/** The rated part of the measured usage, and why it differs. */
export interface UsageBasis {
  measured: Decimal;
  rated: Decimal;
  /** Units beyond the cap are not charged. */
  isCapped: boolean;
  explained: Pick<UsageExplanation, 'maximumQuantity' | 'chargedQuantity' | 'carriedAmount' | 'priceMeter'>;
  steps: string[];
}

/** The quantity up to the cap of the card; for a DYNAMIC price, the amount that the events carry. */
export function readUsageBasis(card: UsageCardInput): UsageBasis {
  const measured = decimal(card.quantity);
  if (card.slabs.some(({ priceType }) => priceType === 'DYNAMIC')) return readCarried(card, measured);
  if (card.maximumQuantity === undefined)
    return { measured, rated: measured, isCapped: false, explained: {}, steps: [] };
  const cap = decimal(card.maximumQuantity);
  const rated = Decimal.min(measured, cap);
  const isCapped = rated.lt(measured);
  const [maximumQuantity, chargedQuantity] = [decimalText(cap), decimalText(rated)];
  const change = `${decimalText(measured)} becomes ${chargedQuantity}`;
  return {
    ...{ measured, rated, isCapped },
    explained: { maximumQuantity, ...(isCapped ? { chargedQuantity } : {}) },
    steps: isCapped ? [`at most ${maximumQuantity} units are charged: ${change}`] : [],
  };
}

/** Events without a price carry 0. */
function readCarried({ carriedAmount, priceMeter }: UsageCardInput, measured: Decimal): UsageBasis {
  const rated = carriedAmount === undefined ? ZERO : decimal(carriedAmount);
  return {
    ...{ measured, rated, isCapped: false, steps: [] },
    explained: { carriedAmount: decimalText(rated), ...(priceMeter ? { priceMeter } : {}) },
  };
}

/** For the metadata of the line. */
export function capFlags({ isCapped, explained }: UsageBasis): NonNullable<LineItem['metadata']> {
  const { maximumQuantity, chargedQuantity } = explained;
  return {
    ...(maximumQuantity === undefined ? {} : { maximumQuantity }),
    ...(isCapped && chargedQuantity !== undefined ? { maximumQuantityApplied: true, chargedQuantity } : {}),
  };
}
