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
 * All inputs of an invoice, frozen with it, so that any later computation gives the same bytes. Plain JSON:
 * decimals are texts, dates are `YYYY-MM-DD`, ranges are half-open.
 */
export interface InvoiceInputs {
  /**
   * Version of the computation. It grows when the same inputs would give another document; old versions stay
   * computable.
   */
  engine: 1;
  currency: string;
  roundingMode: RoundingMode;
  timeZone: string;
  /** Cards in arrears, cards in advance, purchases and manual lines never share an invoice. */
  timing: 'IN_ARREARS' | 'IN_ADVANCE' | 'PURCHASE' | 'CUSTOM';
  /** For a purchase: the days that its document states, which are not a cycle of a schedule. */
  cycle: CycleInput;
  /** Absent for manual lines. */
  pricePlan?: PricePlanInput;
  /** In the order of their lines. */
  cards: CardInput[];
  /** The pricing rules of this timing; absent without rules. */
  rules?: RuleInput[];
  /** Grants that may pay lines of this invoice; absent without grants. */
  credits?: CreditInput[];
  /** Charges beside the plan; absent without charges. */
  charges?: ChargeInput[];
  /** Taxes on the net amount and the charges; absent without taxes. */
  taxes?: TaxInput[];
  /** The minimum commitment for the cards of a cycle in arrears; absent when the plan has none. */
  commitment?: CommitmentInput;
  /** Corrections by credit notes after the invoice was issued; absent without corrections. */
  corrections?: CorrectionInput[];
  /** The most that credits may pay in total; absent when only the lines limit them. */
  mostCredits?: string;
}

/** A reduction of an issued invoice by a credit note. */
export interface CorrectionInput {
  /** Unique among the corrections of an invoice; the id of the line. */
  id: string;
  /** The corrected line; absent when the correction belongs to no line. */
  lineId?: string;
  /**
   * Which line with this id, since an invoice in advance may have several per billable; absent: the first.
   */
  nth?: number;
  displayName: string;
  /** Whether the line is a miscellaneous charge or one under the gross amount. */
  of: 'GROSS' | 'CHARGES';
  /** The reduction; negative for a negative line. */
  amount: string;
  reason: string;
}

/** The minimum of the cards for a whole cycle, and the billed part of the cycle. */
export interface CommitmentInput {
  name: string;
  displayName: string;
  amount: string;
  billedDays: number;
  nominalDays: number;
  /** Charges in advance that count towards it; absent where none count. */
  advanceFees?: AdvanceFeeInput[];
}

/** A charge in advance that pays for days of the cycle. */
export interface AdvanceFeeInput {
  cardName: string;
  displayName: string;
  /** Less refunds up to now. */
  amount: string;
  /** How many of the paid days are in the cycle, and all paid days. */
  cycleDays: number;
  days: number;
}

/** A tax as it was when the inputs were created. */
export interface TaxInput {
  /** Unique on the invoice; the id of the line. */
  name: string;
  /** A fraction: 0.2 for 20 %. */
  rate: string;
}

/** The inputs of charges: of an invoice, or of a composite. */
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
  /** From the settings: on every invoice, and distinct by name from the invoice's own charges. */
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
  /** Absent for a purchase outside a schedule. */
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
  /** Cards with the same tag appear together under a subtotal. */
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
  /** Number of events in the quantity. */
  eventCount: number;
  /** The days of the cycle for which the minimum is owed; absent when it is owed in full. */
  minimumDays?: CutDays;
  /** Units beyond it are not charged; absent without a cap. */
  maximumQuantity?: string;
  /** For a DYNAMIC price only: the money that the events carry, which is rated instead of the quantity. */
  carriedAmount?: string;
  /** The meter that sums it. */
  priceMeter?: MeterInput & { eventCount: number };
}

export interface MeterInput {
  id: string;
  name: string;
  aggregation: string;
  version?: number;
  /** The unit for the printed layout; absent when not configured. */
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

/** A line entered by a user: an amount, or a rate and a quantity. */
export interface CustomCardInput extends CardBase {
  type: 'CUSTOM';
  amount?: string;
  rate?: string;
  quantity?: string;
  /** The usage meter, add-on or feature that it is for, if any; `billableId` is its own id. */
  soldId?: string;
}

/** Present only in the cycles in which `feeCharge` charges the fee. */
export interface FixedFeeCardInput extends CardBase {
  type: 'FIXED_FEE';
  feeType: 'ONE_TIME' | 'RECURRING';
  rate: string;
  /** Quantity bought; absent for one. */
  quantity?: string;
  isProrated: boolean;
  /** Days of the block that this schedule pays for, and days of the whole block. */
  billedDays: number;
  nominalDays: number;
  /** Those days, where they do not follow from the days of the invoice. */
  period?: PeriodInput;
  recurrence: { interval: number; offset: number };
  /** In advance: the refund for charged but unused days; absent: a credit. */
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
  /** How many times the credits are granted. */
  quantity: string;
  /** The days of the block that the schedule covers. */
  period: PeriodInput;
  recurrence: { interval: number; offset: number };
}

/** Present only in the cycles in which `feeCharge` charges the block. */
export interface OverageCardInput extends PricedBase {
  type: 'ENTITLEMENT_OVERAGE';
  /** Usage beyond the credits in the period. */
  quantity: string;
  /** The days of the block for which the minimum is owed; absent when it is owed in full. */
  minimumDays?: CutDays;
  /** Per block; absent without a limit. */
  maxQuantity?: string;
  /** The days of the block that the schedule covers. */
  period: PeriodInput;
  recurrence: { interval: number; offset: number };
}

/** Present only in the cycles in which `feeCharge` charges the block. */
export interface CreditGrantCardInput extends PricedBase {
  type: 'CREDIT_GRANT';
  feeType: 'ONE_TIME' | 'RECURRING';
  /** The amount of one grant, in the currency of the invoice. */
  creditAmount: string;
  /** Quantity bought; absent for one. */
  quantity?: string;
  /** The days of the block that the schedule covers. */
  period: PeriodInput;
  recurrence: { interval: number; offset: number };
}
