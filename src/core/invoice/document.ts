import type { CreditUse } from '../credits/index.ts';
import type { RoundingMode } from '../money.ts';
import type { RuleLog } from '../pricing-rules/index.ts';
import type { PriceType, PricingModel } from '../rating/index.ts';
import type { CardInput, MeterInput, PeriodInput } from './inputs.ts';
import type {
  AdvanceCorrectionExplanation,
  LicenseChangesExplanation,
  LicenseExplanation,
} from './license-document.ts';

/** The wire's line types (`api/invoices.md`, InvoiceLineItem). */
export const LINE_TYPES = [
  'TOTAL_USAGE',
  'USAGE_METER_USAGE',
  'GRAND_TOTAL_AMOUNT',
  'TOTAL_AMOUNT',
  'NET_AMOUNT',
  'GROSS_AMOUNT',
  'SUB_TOTAL_AMOUNT',
  'PRICE_PLAN_AMOUNT',
  'FIXED_FEE_RATE_CARD_AMOUNT',
  'CREDIT_GRANT_RATE_CARD_AMOUNT',
  'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT',
  'LICENSE_RATE_CARD_AMOUNT',
  'USAGE_CYCLE_AMOUNT',
  'LICENSE_RATE_CARD_SLAB_AMOUNT',
  'USAGE_RATE_CARD_AMOUNT',
  'USAGE_RATE_CARD_SLAB_AMOUNT',
  'TOTAL_CREDITS',
  'SUB_CREDITS',
  'TOTAL_ADVANCED_FEES',
  'ADVANCED_FIXED_FEE',
  'ADVANCED_LICENSE_RATE_CARD_AMOUNT',
  'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT',
  'TOTAL_MISCELLANEOUS_CHARGES',
  'MISCELLANEOUS_CHARGE',
  'TRUE_UP_AMOUNT',
  'TOTAL_PURCHASE_AMOUNT',
  'CUSTOM_AMOUNT',
  'CUSTOM_TAG',
  'TOTAL_PRICING_RULE_ADDITION_AMOUNT',
  'PRICING_RULE_ADDITION_AMOUNT',
  'PRICING_RULE_REVENUE_UPDATE_AMOUNT',
  'PRICING_RULE_USAGE_UPDATE_AMOUNT',
  'RATE_CONFIG_ADJUSTMENT_AMOUNT',
  'TOTAL_TAX_AMOUNT',
  'TAX_AMOUNT',
  'PROXY_AMOUNT',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** The unit of usage lines; amounts carry their currency. */
export const USAGE_UNITS = 'USAGE_UNITS';

/** A line as on the wire, with decimals as canonical text. */
export interface LineItem {
  id?: string;
  description: string;
  type: LineType;
  valuePerQuantity?: string;
  quantity?: string;
  units: string;
  value: string;
  metadata?: Record<string, string | number | boolean>;
  lineItems: LineItem[];
}

export interface InvoiceDocument {
  /** One line per metered card; part of no sum. */
  usageInfo: LineItem[];
  /** The grand total and all its components below it. */
  revenueInfo: LineItem;
  totalAmount: string;
  /** One per rate card line, in the order of the cards, then one per credit, charge and tax. */
  explanations: LineExplanation[];
  /** The effect of each pricing rule; absent without rules. */
  ruleLogs?: RuleLog[];
  /** The amounts that each credit pays per line. */
  creditUses?: CreditUse[];
  /** Remarks on the computation for the reader. */
  notices?: Notice[];
}

export interface Notice {
  type: string;
  value: string;
}

export type LineExplanation =
  | UsageExplanation
  | FixedFeeExplanation
  | EntitlementExplanation
  | OverageExplanation
  | CreditGrantExplanation
  | LicenseExplanation
  | LicenseChangesExplanation
  | AdvanceCorrectionExplanation
  | CustomExplanation
  | AdjustmentExplanation
  | CorrectionExplanation
  | CommitmentExplanation
  | RuleExplanation
  | CreditExplanation
  | ChargeExplanation
  | TaxExplanation;

export interface ExplanationBase {
  /** The `id` of the line in `revenueInfo`. */
  lineId: string;
  cardName: string;
  type:
    | CardInput['type']
    | 'MINIMUM_COMMITMENT'
    | 'PRICING_RULE'
    | 'CREDIT'
    | 'MISCELLANEOUS_CHARGE'
    | 'TAX'
    | 'ADJUSTMENT'
    | 'CORRECTION';
  quantity: string;
  rounding: RoundingStep;
  /** The whole computation in sentences, each verifiable with a pocket calculator. */
  steps: string[];
}

/** How the price of a quantity is computed, slab by slab. */
export interface SlabWalk {
  pricingModel: PricingModel;
  slabs: SlabExplanation[];
  /** The applied bound of the whole card, when it changed the sum of the slabs. */
  adjustment?: AdjustmentStep;
}

export interface UsageExplanation extends ExplanationBase, SlabWalk {
  type: 'USAGE';
  meter: MeterInput;
  eventCount: number;
  /** The cap of the card, and the charged quantity when it is less than the measured one. */
  maximumQuantity?: string;
  chargedQuantity?: string;
  /** For a DYNAMIC price: the money that the events carry, and the meter that sums it. */
  carriedAmount?: string;
  priceMeter?: MeterInput & { eventCount: number };
}

export interface EntitlementExplanation extends ExplanationBase, SlabWalk {
  type: 'BILLING_ENTITLEMENT';
  /** The days that the credits cover. */
  period: PeriodInput;
}

export interface OverageExplanation extends ExplanationBase, SlabWalk {
  type: 'ENTITLEMENT_OVERAGE';
  /** The days of the block in which the overage occurred. */
  period: PeriodInput;
}

export interface FixedFeeExplanation extends ExplanationBase {
  type: 'FIXED_FEE';
  rate: string;
  /** Absent when the whole rate is due. */
  proration?: ProrationStep;
}

export interface CreditGrantExplanation extends ExplanationBase, SlabWalk {
  type: 'CREDIT_GRANT';
  /** The days for which the credit is granted. */
  period: PeriodInput;
}

/** A line entered by a user. */
export interface CustomExplanation extends ExplanationBase {
  type: 'CUSTOM';
  /** Absent for an amount. */
  rate?: string;
}

/** The reduction of a line by a credit note. */
export interface CorrectionExplanation extends ExplanationBase {
  type: 'CORRECTION';
}

/** The difference between a line and the invoiced amount. */
export interface AdjustmentExplanation extends ExplanationBase {
  type: 'ADJUSTMENT';
  before: string;
  after: string;
}

/** How the subtotal of the cards was raised to the plan's minimum commitment. */
export interface CommitmentExplanation extends ExplanationBase {
  type: 'MINIMUM_COMMITMENT';
  commitment: string;
  subTotal: string;
  /** The part of charges in advance that counts; absent where they do not count. */
  advanceFees?: string;
  /** Absent when the whole cycle is billed. */
  proration?: ProrationStep;
}

/** The computation of an addition beside the plan; updates of a card are explained with the card. */
export interface RuleExplanation extends ExplanationBase {
  type: 'PRICING_RULE';
}

/** How a grant was spent on the lines of the invoice. */
export interface CreditExplanation extends ExplanationBase {
  type: 'CREDIT';
  /** The most that the invoice could use of it. */
  available: string;
  pays: { lineId: string; amount: string }[];
}

export interface ChargeExplanation extends ExplanationBase {
  type: 'MISCELLANEOUS_CHARGE';
}

export interface TaxExplanation extends ExplanationBase {
  type: 'TAX';
  /** A fraction of `taxable`. */
  rate: string;
  taxable: string;
}

/** Every slab of the card, including those not entered; amounts are exact except `shown`. */
export interface SlabExplanation {
  order: number;
  from: string;
  /** Null for the last slab, which has no upper bound. */
  to: string | null;
  quantity: string;
  priceType: PriceType;
  rate: string;
  packageSize?: string;
  packages?: string;
  amountBeforeClamp: string;
  clamp?: ClampStep;
  amount: string;
  /** The slab's share of the leaf, which is the value of its line; null when it was not entered. */
  shown: string | null;
}

export interface ClampStep {
  applied: 'MINIMUM' | 'MAXIMUM';
  bound: string;
}

export interface AdjustmentStep extends ClampStep {
  before: string;
  after: string;
  /** `after` − `before`. */
  adjustment: string;
  /** The value of the adjustment line. */
  shown: string;
}

export interface ProrationStep {
  billedDays: number;
  nominalDays: number;
  exact: string;
}

export interface RoundingStep {
  exact: string;
  rounded: string;
  digits: number;
  mode: RoundingMode;
}
