import type { PricingModel } from '../rating/index.ts';
import type { AdjustmentStep, ExplanationBase, SlabExplanation } from './document.ts';
import type { PeriodInput } from './inputs.ts';

/** How licences were charged: quantities by day, and the cost of each quantity. */
export interface LicenseExplanation extends ExplanationBase {
  type: 'LICENSE';
  pricingModel: PricingModel;
  /** The billed days. */
  period: PeriodInput;
  /** The price of each quantity for a whole window. */
  prices: QuantityPrice[];
  windows: WindowStep[];
  /** The bound of the card, or its share of the billed days, when it changed the sum of the windows. */
  adjustment?: AdjustmentStep;
}

export interface QuantityPrice {
  quantity: string;
  amount: string;
  slabs: Omit<SlabExplanation, 'shown'>[];
}

/** Days that are rated together; without proration they have one run. */
export interface WindowStep extends PeriodInput {
  /** Days of the uncut window, the divisor of prorated days. */
  nominalDays: number;
  runs: { start: string; days: number; quantity: string; price: string }[];
  /** The price already charged for earlier days of the window, which is deducted. */
  paid?: { quantity: string; price: string };
  exact: string;
  /** The value of its line: its share of the leaf. */
  shown: string;
}

/** The additional cost of licences over the charge in advance, by first day. */
export interface LicenseChangesExplanation extends ExplanationBase {
  type: 'LICENSE_CHANGES';
  pricingModel: PricingModel;
  /** The days that were charged. */
  period: PeriodInput;
  changes: {
    start: string;
    /** Absent: the days were not charged. */
    charged?: string;
    /** Absent: the days were not used. */
    counted?: string;
    chargedPrice: string;
    countedPrice: string;
    /** The additional cost of a whole cycle compared with before this day. */
    change: string;
    /** The remaining share of a cycle: `20 / 30`. */
    share: string;
    amount: string;
  }[];
}

/** How a charge in advance was corrected. */
export interface AdvanceCorrectionExplanation extends ExplanationBase {
  type: 'ADVANCE_CORRECTION';
  period: PeriodInput;
  due: string;
  charged: string;
}
