import type { UsageCycle } from '../licenses/windows.ts';
import type { CardBase, PeriodInput, PricedBase } from './inputs.ts';

/** Licences of the billed part of a cycle: counted ones, or names. */
export interface LicenseCardInput extends LicensePrices {
  type: 'LICENSE';
  /** They tile the billed days. */
  windows: LicenseWindowInput[];
}

/** What came on top of a charge in advance, when the days of its cycle were known. */
export interface LicenseChangesCardInput extends LicensePrices {
  type: 'LICENSE_CHANGES';
  /** As charged so far. */
  charged: LicenseWindowInput[];
  /** As they came to be; fewer days when the schedule ended before. */
  counted: LicenseWindowInput[];
}

/** What is charged in advance for days that were charged before, for something else or for more days. */
export interface AdvanceCorrectionCardInput extends CardBase {
  type: 'ADVANCE_CORRECTION';
  billedAs: 'FIXED_FEE' | 'LICENSE' | 'BILLING_ENTITLEMENT' | 'CREDIT_GRANT';
  /** The days that were charged. */
  period: PeriodInput;
  /** For these days, rounded; how it came about is in `steps`. */
  due: string;
  steps: string[];
  charged: string;
}

interface LicensePrices extends PricedBase {
  licenseType: 'LICENSE' | 'NAMED_LICENSE';
  isProrated: boolean;
  /** Absent: the cycle is the only window. */
  usageCycle?: UsageCycle;
  /** In advance: what becomes of days that are charged and not used; absent: nothing. */
  refundMode?: 'CREDITS' | 'WALLET' | 'PAYMENT';
  /** Of the whole cycle. */
  nominalDays: number;
}

/** Days that are rated on their own. */
export interface LicenseWindowInput extends PeriodInput {
  /** Days of the uncut window. */
  nominalDays: number;
  /** They tile the window. Without proration there is one, with the quantity that prices the window. */
  runs: LicenseRunInput[];
  /**
   * Without proration: the quantity that earlier days of the window have been charged for, when an edit cut
   * the cycle inside the window.
   */
  paidQuantity?: string;
}

/** Days, one after the other, with one quantity. */
interface LicenseRunInput {
  start: string;
  days: number;
  quantity: string;
}
