import type { LineType } from './document.ts';

/**
 * Lines that charge for something sold: each counts as revenue with its amount before credits, charges and
 * taxes. Miscellaneous charges count if they say so, and a credit note's correction counts where its line
 * does (`money-platform.md` 10.7, 10.8, 10.10).
 */
export const SOLD_LINES: readonly LineType[] = [
  'USAGE_RATE_CARD_AMOUNT',
  'FIXED_FEE_RATE_CARD_AMOUNT',
  'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT',
  'CREDIT_GRANT_RATE_CARD_AMOUNT',
  'LICENSE_RATE_CARD_AMOUNT',
  'ADVANCED_FIXED_FEE',
  'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT',
  'ADVANCED_LICENSE_RATE_CARD_AMOUNT',
  'TRUE_UP_AMOUNT',
  'PRICING_RULE_ADDITION_AMOUNT',
];
