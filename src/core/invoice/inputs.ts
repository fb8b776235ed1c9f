import type { CreditInput } from '../credits/index.ts';
import type { RoundingMode } from '../money.ts';
import type { RuleInput } from '../pricing-rules/index.ts';
import type { CutDays } from '../rating/card-minimum.ts';
import type { PriceType, PricingModel } from '../rating/index.ts';
import type {
  AdvanceCorrectionCardInput,
  LicenseCardInput,
  LicenseChangesCardInput,
} from './license-inputs.ts';

/**
 * Everything an invoice is computed from, frozen with it, so that any later computation gives the same bytes.
 * Plain JSON: decimals are texts, dates are `YYYY-MM-DD`, ranges are half-open.
 */
export interface InvoiceInputs {
  /**
   * Version of the computation. It grows when the same inputs would give another document; old ones stay
   * computable.
   */
  engine: 1;
  currency: string;
  roundingMode: RoundingMode;
  timeZone: string;
  /** Cards in arrears, cards in advance, what is bought once and what is typed never share an invoice. */
  timing: 'IN_ARREARS' | 'IN_ADVANCE' | 'PURCHASE' | 'CUSTOM';
  /** Of a purchase: the days that its document names, which are not a cycle of a schedule. */
  cycle: CycleInput;
  /** Absent when the lines were typed. */
  pricePlan?: PricePlanInput;
  /** In the order in which their lines appear. */
  cards: CardInput[];
  /** The pricing rules of this timing; absent when there is none. */
  rules?: RuleInput[];
  /** Grants that may pay lines of this invoice; absent when there is none. */
  credits?: CreditInput[];
  /** Charges beside the plan; absent when there is none. */
  charges?: ChargeInput[];
  /** Taxes on the net amount and the charges; absent when nothing is taxed. */
  taxes?: TaxInput[];
  /** What the cards of a cycle in arrears must come to; absent when the plan asks for nothing. */
  commitment?: CommitmentInput;
  /** What credit notes took off the lines after the invoice was issued; absent when there is none. */
  corrections?: CorrectionInput[];
  /** All that credits may pay together; absent when only the lines bound them. */
  mostCredits?: string;
}

/** What a credit note takes off an issued invoice. */
export interface CorrectionInput {
  /** Unique among the corrections of an invoice; the id of the line. */
  id: string;
  /** The line that it is taken off; absent when it is of no line. */
  lineId?: string;
  /** Which line of this id, as an invoice in advance has several of one billable; absent: the first. */
  nth?: number;
  displayName: string;
  /** Whether the line is a miscellaneous charge, or one under the gross amount. */
  of: 'GROSS' | 'CHARGES';
  /** Taken off; less than nothing where the line itself is. */
  amount: string;
  reason: string;
}

/** The least that the cards of a whole cycle come to, and the part of the cycle that is billed. */
export interface CommitmentInput {
  name: string;
  displayName: string;
  amount: string;
  billedDays: number;
  nominalDays: number;
  /** What is charged in advance and counts towards it; absent where nothing in advance does. */
  advanceFees?: AdvanceFeeInput[];
}

/** A charge in advance that pays for days of the cycle. */
export interface AdvanceFeeInput {
  cardName: string;
  displayName: string;
  /** Less what is given back of it by now. */
  amount: string;
  /** How many of the days that it pays for the cycle has, and all of them. */
  cycleDays: number;
  days: number;
}

/** A tax as it was when the inputs were made. */
export interface TaxInput {
  /** Unique on the invoice; the id of the line. */
  name: string;
  /** A fraction: 0.2 for 20 %. */
  rate: string;
}

/** What charges are computed with: of an invoice, or of a composite. */
export type ChargedInputs = Pick<InvoiceInputs, 'currency' | 'roundingMode' | 'charges'> & {
  cycle: Pick<CycleInput, 'start' | 'end'>;
};

/** A charge beside the plan: either a value, or a rate and a quantity. */
export interface ChargeInput {
  /** Unique on the invoice among charges of its kind. */
  name: string;
  /** A number, or JSON Logic over the amounts of the invoice, as text. */
  value?: string;
  rate?: string;
  quantity?: string;
  considerForRevenue?: true;
  /** From the settings: on every invoice, and named apart from the invoice's own charges. */
  isStanding?: true;
}

export interface CycleInput {
  start: string;
  end: string;
  nominalStart: string;
  nominalEnd: string;
  billedDays: number;
  nominalDays: number;
  /** 0 for the first cycle of the chain. */
  ordinal: number;
}

export interface PricePlanInput {
  id: string;
  name: string;
  version: number;
  /** Absent when the plan was bought once. */
  scheduleId?: string;
}

export type CardInput =
  | UsageCardInput
  | FixedFeeCardInput
  | EntitlementCardInput
  | OverageCardInput
  | CreditGrantCardInput
  | LicenseCardInput
  | LicenseChangesCardInput
  | AdvanceCorrectionCardInput
  | CustomCardInput;

export interface CardBase {
  /** Unique in the plan. */
  name: string;
  /** The usage meter, add-on or feature that is billed; the id of the line. */
  billableId: string;
  displayName: string;
  /** Cards with the same tag are shown together under a subtotal. */
  tag?: string;
}

export interface PricedBase extends CardBase {
  pricingModel: PricingModel;
  slabs: SlabInput[];
  minimumRate?: string;
  maximumRate?: string;
}

export interface UsageCardInput extends PricedBase {
  type: 'USAGE';
  meter: MeterInput;
  quantity: string;
  /** Events that make up the quantity. */
  eventCount: number;
  /** For which days of the cycle the minimum holds; absent when it holds as it is. */
  minimumDays?: CutDays;
  /** Units beyond it are not charged; absent without a cap. */
  maximumQuantity?: string;
  /** Of a DYNAMIC price only: what the events carry as theirs, which is rated instead of the quantity. */
  carriedAmount?: string;
  /** What added it up. */
  priceMeter?: MeterInput & { eventCount: number };
}

export interface MeterInput {
  id: string;
  name: string;
  aggregation: string;
  version?: number;
  /** What it counts, on paper; absent where nobody said. */
  unit?: string;
}

export interface SlabInput {
  order: number;
  startAfter: string;
  priceType: PriceType;
  packageSize?: string;
  rate: string;
  minimumRate?: string;
  maximumRate?: string;
}

/** A line that somebody typed: an amount, or a rate and a quantity. */
export interface CustomCardInput extends CardBase {
  type: 'CUSTOM';
  amount?: string;
  rate?: string;
  quantity?: string;
  /** The usage meter, add-on or feature that it is for, where it is for one; `billableId` is its own id. */
  soldId?: string;
}

/** Present only in the cycles in which `feeCharge` charges the fee. */
export interface FixedFeeCardInput extends CardBase {
  type: 'FIXED_FEE';
  feeType: 'ONE_TIME' | 'RECURRING';
  rate: string;
  /** How often it is bought; absent for once. */
  quantity?: string;
  isProrated: boolean;
  /** Days of the block that this schedule pays for, and days of the whole block. */
  billedDays: number;
  nominalDays: number;
  /** Those days, where they are not told from the days of the invoice. */
  period?: PeriodInput;
  recurrence: { interval: number; offset: number };
  /** In advance: what becomes of days that are charged and not used; absent: a credit. */
  refundMode?: 'NONE' | 'WALLET' | 'PAYMENT';
}

/** Days, half-open. */
export interface PeriodInput {
  start: string;
  end: string;
}

/** Present only in the cycles in which `feeCharge` charges the block. */
export interface EntitlementCardInput extends PricedBase {
  type: 'BILLING_ENTITLEMENT';
  featureConfigs: { effectiveFrom: string; effectiveUntil: string; featureCreditLimit: string }[];
  /** How often the credits are granted. */
  quantity: string;
  /** The days of the block that the schedule covers. */
  period: PeriodInput;
  recurrence: { interval: number; offset: number };
}

/** Present only in the cycles in which `feeCharge` charges the block. */
export interface OverageCardInput extends PricedBase {
  type: 'ENTITLEMENT_OVERAGE';
  /** What was used beyond the credits in the period. */
  quantity: string;
  /** For which days of the block the minimum holds; absent when it holds as it is. */
  minimumDays?: CutDays;
  /** Of a block; absent without a limit. */
  maxQuantity?: string;
  /** The days of the block that the schedule covers. */
  period: PeriodInput;
  recurrence: { interval: number; offset: number };
}

/** Present only in the cycles in which `feeCharge` charges the block. */
export interface CreditGrantCardInput extends PricedBase {
  type: 'CREDIT_GRANT';
  feeType: 'ONE_TIME' | 'RECURRING';
  /** What one grant gives, in the currency of the invoice. */
  creditAmount: string;
  /** How often it is bought; absent for once. */
  quantity?: string;
  /** The days of the block that the schedule covers. */
  period: PeriodInput;
  recurrence: { interval: number; offset: number };
}
