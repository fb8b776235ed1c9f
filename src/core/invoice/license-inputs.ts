import type { UsageCycle } from '../licenses/windows.ts';
import type { CardBase, PeriodInput, PricedBase } from './inputs.ts';

/** Licences of the billed part of a cycle: counted or named. */
export interface LicenseCardInput extends LicensePrices {
  type: 'LICENSE';
  /** They tile the billed days. */
  windows: LicenseWindowInput[];
}

/** Additional cost after a charge in advance, once the days of its cycle were known. */
export interface LicenseChangesCardInput extends LicensePrices {
  type: 'LICENSE_CHANGES';
  /** As charged so far. */
  charged: LicenseWindowInput[];
  /** The actual windows; fewer days if the schedule ended early. */
  counted: LicenseWindowInput[];
}

/** Days charged in advance that were charged before, for other terms or more days. */
export interface AdvanceCorrectionCardInput extends CardBase {
  type: 'ADVANCE_CORRECTION';
  billedAs: 'FIXED_FEE' | 'LICENSE' | 'BILLING_ENTITLEMENT' | 'CREDIT_GRANT';
  /** The days that were charged. */
  period: PeriodInput;
  /** The rounded amount for these days; `steps` explains it. */
  due: string;
  steps: string[];
  charged: string;
}

interface LicensePrices extends PricedBase {
  licenseType: 'LICENSE' | 'NAMED_LICENSE';
  isProrated: boolean;
  /** Absent: the cycle is the only window. */
  usageCycle?: UsageCycle;
  /** In advance: the refund for charged but unused days; absent: none. */
  refundMode?: 'CREDITS' | 'WALLET' | 'PAYMENT';
  /** Days of the whole cycle. */
  nominalDays: number;
}

/** Days that are rated together. */
export interface LicenseWindowInput extends PeriodInput {
  /** Days of the uncut window. */
  nominalDays: number;
  /** They tile the window. Without proration there is one, with the quantity that prices the window. */
  runs: LicenseRunInput[];
  /**
   * Without proration: the quantity already charged for earlier days of the window, when an edit split the
   * cycle inside the window.
   */
  paidQuantity?: string;
}

/** Consecutive days with one quantity. */
interface LicenseRunInput {
  start: string;
  days: number;
  quantity: string;
}
