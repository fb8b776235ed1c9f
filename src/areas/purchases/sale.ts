import type { PurchasedFeature } from '#areas/entitlements/index.ts';
import type { NewCard } from '#areas/schedules/index.ts';
import type { CardInput } from '#core/invoice/index.ts';
import type { PricingCycleConfig } from '#core/period-config.ts';

/**
 * The content of a sale, frozen when it is offered: plain JSON, decimals as text. Its cards give the price,
 * and the rest gives the grants, whatever happens to the plan until it is paid.
 */
export interface Sale {
  cards: CardInput[];
  features: PurchasedFeature[];
  credits: SoldCredit[];
  /** A wallet top-up: its amount, decimal as text, and the part that is not paid for. */
  topup?: { amount: string; promotion: string };
  /** An association, which bills nothing itself, because its plan bills by its own cycles. */
  association?: Association;
}

/** The differences from the plan for the account of the offer. */
export interface Association {
  cycleOverride?: PricingCycleConfig;
  overrideCards?: NewCard[];
}

interface SoldCredit {
  /** The card that grants it; unique in the sale. */
  name: string;
  billableId: string;
  purpose: string;
  amount: string;
  priority: number;
  applicableEntityIds: string[];
  expiry: CreditExpiry;
}

/** The end of a purchased credit, counted from its grant. */
export type CreditExpiry =
  | { type: 'NEVER' }
  | { type: 'DURATION'; duration: string }
  /** With the account's cycle in which it is granted. */
  | { type: 'CYCLE' }
  /** The last day of the block that it was ordered for. */
  | { type: 'DAY'; day: string };
