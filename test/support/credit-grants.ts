import type { CardTerms } from './billing-scenario.ts';

/** A card that grants an amount at a price with each block, until the end of the block. */
export function creditGrant(
  id: string,
  terms: { amount: number; price: number; timing?: CardTerms['timing'] },
): CardTerms {
  const { amount, price, timing = 'IN_ARREARS' } = terms;
  const slabDetails = [{ startAfter: 0, priceType: 'FLAT', rate: price }];
  const creditGrantRateCard = {
    id,
    grantDetails: { priority: 0, expiryType: 'PRICING_CYCLE' },
    rateDetails: {
      pricingModel: 'TIERED',
      currencySlabRateDetails: [{ currency: 'USD', creditAmount: amount, slabDetails }],
    },
  };
  return { type: 'CREDIT_GRANT', billableId: id, timing, details: { creditGrantRateCard } };
}
