import type { StoredDetails } from './card-details-schema.ts';

export const RATE_CARD_TYPES = [
  'USAGE',
  'FIXED_FEE',
  'LICENSE',
  'BILLING_ENTITLEMENT',
  'ENTITLEMENT_OVERAGE',
  'CREDIT_GRANT',
  'MINIMUM_COMMITMENT',
] as const;
export type RateCardType = (typeof RATE_CARD_TYPES)[number];
export type InvoiceTiming = 'IN_ADVANCE' | 'IN_ARREARS' | 'PREPAID';

/** What tells the types of cards apart (`metering-pricing.md` 16). */
interface CardTypeFacts {
  /** The member of `rateCardDetails` that belongs to the type. */
  member: keyof StoredDetails;
  /** What such a card bills. */
  noun: string;
  /** The types of add-ons that it can bill; empty when it bills something else. */
  addOnTypes: readonly string[];
  timings: readonly InvoiceTiming[];
  /** The same thing may be on several cards of the type. */
  isRepeatable?: true;
  /** In a plan that is bought once. */
  isPurchasable?: true;
}

const ARREARS: readonly InvoiceTiming[] = ['IN_ARREARS'];
const BILLED: readonly InvoiceTiming[] = ['IN_ADVANCE', 'IN_ARREARS'];
/** What is granted may also be granted when it is paid. */
const GRANTED: readonly InvoiceTiming[] = ['IN_ADVANCE', 'IN_ARREARS', 'PREPAID'];

const CARD_TYPES: Record<RateCardType, CardTypeFacts> = {
  USAGE: { member: 'usageRateCard', noun: 'usage meter', addOnTypes: [], timings: ARREARS },
  FIXED_FEE: {
    ...{ member: 'fixedFeeRateCard', noun: 'add-on', addOnTypes: ['FIXED_FEE'], timings: BILLED },
    isPurchasable: true,
  },
  LICENSE: {
    ...{ member: 'licenseRateCard', noun: 'add-on', timings: BILLED },
    addOnTypes: ['LICENSE', 'NAMED_LICENSE'],
  },
  BILLING_ENTITLEMENT: {
    ...{ member: 'billingEntitlementRateCard', noun: 'feature', addOnTypes: [], timings: GRANTED },
    isPurchasable: true,
  },
  ENTITLEMENT_OVERAGE: {
    ...{ member: 'entitlementOverageRateCard', noun: 'feature', addOnTypes: [], timings: ARREARS },
  },
  CREDIT_GRANT: {
    ...{ member: 'creditGrantRateCard', noun: 'add-on', addOnTypes: ['CREDIT_GRANT'], timings: GRANTED },
    ...{ isRepeatable: true, isPurchasable: true },
  },
  MINIMUM_COMMITMENT: {
    ...{ member: 'minimumCommitmentRateCard', noun: 'price plan', addOnTypes: [], timings: ARREARS },
  },
};

/** The facts of a type, as every type has them. */
export function cardTypeOf(type: RateCardType): CardTypeFacts {
  return CARD_TYPES[type];
}

/** `a USAGE card`, `an ENTITLEMENT_OVERAGE card`. */
export function cardOfType(type: RateCardType): string {
  return `${type === 'ENTITLEMENT_OVERAGE' ? 'an' : 'a'} ${type} card`;
}
