import type { PurchasedFeature } from '#areas/entitlements/index.ts';
import type { NewCard } from '#areas/schedules/index.ts';
import type { CardInput } from '#core/invoice/index.ts';
import type { PricingCycleConfig } from '#core/period-config.ts';

/**
 * What was sold, frozen when it was offered: plain JSON, decimals as text. The price follows from the cards,
 * and what is granted from the rest, whatever becomes of the plan until it is paid.
 */
export interface Sale {
  cards: CardInput[];
  features: PurchasedFeature[];
  credits: SoldCredit[];
  /** Money for the wallet: how much goes in, decimal as text, and what of it is not paid for. */
  topup?: { amount: string; promotion: string };
  /** Of an association, which bills nothing itself: its plan bills by its own cycles. */
  association?: Association;
}

/** What differs from the plan for the account that it was offered to. */
export interface Association {
  cycleOverride?: PricingCycleConfig;
  overrideCards?: NewCard[];
}

interface SoldCredit {
  /** The card that grants it: unique in the sale. */
  name: string;
  billableId: string;
  purpose: string;
  amount: string;
  priority: number;
  applicableEntityIds: string[];
  expiry: CreditExpiry;
}

/** When a bought credit ends, counted from its grant. */
export type CreditExpiry =
  | { type: 'NEVER' }
  | { type: 'DURATION'; duration: string }
  /** With the cycle of the account that it is granted in. */
  | { type: 'CYCLE' }
  /** The last day of the block that it was ordered for. */
  | { type: 'DAY'; day: string };
