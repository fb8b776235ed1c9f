import type { PricingModel } from '../rating/index.ts';
import type { AdjustmentStep, ExplanationBase, SlabExplanation } from './document.ts';
import type { PeriodInput } from './inputs.ts';

/** How licences were charged: which quantity on which days, and what each quantity costs. */
export interface LicenseExplanation extends ExplanationBase {
  type: 'LICENSE';
  pricingModel: PricingModel;
  /** The billed days. */
  period: PeriodInput;
  /** What each quantity costs for a whole window. */
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

/** Days that are rated on their own; without proration they have one run. */
export interface WindowStep extends PeriodInput {
  /** Of the uncut window: what a prorated day is a share of. */
  nominalDays: number;
  runs: { start: string; days: number; quantity: string; price: string }[];
  /** What earlier days of the window have been charged for, and is taken off. */
  paid?: { quantity: string; price: string };
  exact: string;
  /** The value of its line, and its share of the leaf. */
  shown: string;
}

/** By what licences cost more than was charged for them in advance, from which day on. */
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
    /** By how much a whole cycle costs more than before this day. */
    change: string;
    /** Of a cycle that is left: `20 / 30`. */
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
