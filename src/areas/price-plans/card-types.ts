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

/** The properties of a card type (`metering-pricing.md` 16). */
interface CardTypeFacts {
  /** The member of `rateCardDetails` for the type. */
  member: keyof StoredDetails;
  /** What such a card bills. */
  noun: string;
  /** The add-on types that it can bill; empty if it bills something else. */
  addOnTypes: readonly string[];
  timings: readonly InvoiceTiming[];
  /** Several cards of the type may bill the same billable. */
  isRepeatable?: true;
  /** Allowed in a plan that is bought once. */
  isPurchasable?: true;
}

const ARREARS: readonly InvoiceTiming[] = ['IN_ARREARS'];
const BILLED: readonly InvoiceTiming[] = ['IN_ADVANCE', 'IN_ARREARS'];
/** Grants can also happen when an order is paid. */
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

/** The properties of a type, in a uniform shape. */
export function cardTypeOf(type: RateCardType): CardTypeFacts {
  return CARD_TYPES[type];
}

/** `a USAGE card`, `an ENTITLEMENT_OVERAGE card`. */
export function cardOfType(type: RateCardType): string {
  return `${type === 'ENTITLEMENT_OVERAGE' ? 'an' : 'a'} ${type} card`;
}
