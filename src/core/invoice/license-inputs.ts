import type { UsageCycle } from '../licenses/windows.ts';
import type { PeriodInput, PricedBase } from './inputs.ts';

/** Licences of the billed part of a cycle: counted ones, or names. */
export interface LicenseCardInput extends PricedBase {
  type: 'LICENSE';
  licenseType: 'LICENSE' | 'NAMED_LICENSE';
  isProrated: boolean;
  /** Absent: the cycle is the only window. */
  usageCycle?: UsageCycle;
  /** In advance: what becomes of days that are charged and not used; absent: nothing. */
  refundMode?: 'CREDITS';
  /** Of the whole cycle. */
  nominalDays: number;
  /** They tile the billed days. */
  windows: LicenseWindowInput[];
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
export interface LicenseRunInput {
  start: string;
  days: number;
  quantity: string;
}
