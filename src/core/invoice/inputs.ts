import type { CreditInput } from '../credits/index.ts';
import type { RoundingMode } from '../money.ts';
import type { PriceType, PricingModel } from '../rating/index.ts';

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
  /** Cards in arrears and cards in advance never share an invoice. */
  timing: 'IN_ARREARS' | 'IN_ADVANCE';
  cycle: CycleInput;
  pricePlan: PricePlanInput;
  /** In the order in which their lines appear. */
  cards: CardInput[];
  /** Grants that may pay lines of this invoice; absent when there is none. */
  credits?: CreditInput[];
  /** Charges beside the plan; absent when there is none. */
  charges?: ChargeInput[];
}

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
  scheduleId: string;
}

export type CardInput = UsageCardInput | FixedFeeCardInput;

interface CardBase {
  /** Unique in the plan. */
  name: string;
  /** The usage meter, add-on or feature that is billed; the id of the line. */
  billableId: string;
  displayName: string;
  /** Cards with the same tag are shown together under a subtotal. */
  tag?: string;
}

export interface UsageCardInput extends CardBase {
  type: 'USAGE';
  meter: MeterInput;
  quantity: string;
  /** Events that make up the quantity. */
  eventCount: number;
  pricingModel: PricingModel;
  slabs: SlabInput[];
  minimumRate?: string;
  maximumRate?: string;
}

export interface MeterInput {
  id: string;
  name: string;
  aggregation: string;
  version?: number;
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

/** Present only in the cycles in which `feeCharge` charges the fee. */
export interface FixedFeeCardInput extends CardBase {
  type: 'FIXED_FEE';
  feeType: 'ONE_TIME' | 'RECURRING';
  rate: string;
  isProrated: boolean;
  /** Days of the block that this schedule pays for, and days of the whole block. */
  billedDays: number;
  nominalDays: number;
  recurrence: { interval: number; offset: number };
}
