import type { Decimal } from '../decimal.ts';

/** Everything that the rules know about a draft. */
export interface CheckedDraft {
  currency: string;
  total: Decimal;
  /** Whether its cycle still runs: what it lacks may still come. */
  isRunning: boolean;
  /** Lines before credits, charges and taxes: as billed, and before rounding. */
  gross: { rounded: Decimal; exact: Decimal };
  /** Totals of earlier cycles in the same currency, the latest first. */
  earlierTotals: readonly Decimal[];
  lines: readonly CheckedLine[];
  /** Lines of the latest earlier cycle; empty without one. */
  earlierLines: readonly CheckedLine[];
  /** Null for a manual invoice. */
  plan: CheckedPlan | null;
  /** Whether the account had prices of its own in the earlier cycle, and has them in this one. */
  overrides: { earlier: boolean; now: boolean };
  meters: readonly MeterHours[];
  events: EventCounts;
  credits: readonly CheckedCredit[];
  /** The last day on which a payment is on time, if the draft is issued now. */
  dueDay: Temporal.PlainDate;
  /** The currency of the account's wallet; null without one. */
  walletCurrency: string | null;
  buyer: { hasAddress: boolean; hasTaxId: boolean; hasEmail: boolean };
  /** Invoices that charge the same amount for days of this draft; one of the two was entered by a person. */
  duplicates: readonly { id: string; number: string | null; amount: Decimal }[];
  /** Why the draft cannot be issued at all. */
  obstacles: readonly { type: string; value: string }[];
}

export interface CheckedLine {
  id: string;
  description: string;
  value: Decimal;
  /** Whether its amount follows what the customer used, so that it is on every invoice of the plan. */
  isMetered: boolean;
}

export interface CheckedPlan {
  id: string;
  name: string;
  version: number;
  /** Whether an earlier invoice of the account was priced by this version. */
  wasBilledBefore: boolean;
}

/** The hours of the cycle from the first with usage of a meter to the end of the cycle, or to now. */
export interface MeterHours {
  meterId: string;
  name: string;
  hours: number;
  hoursWithUsage: number;
  /** The longest sequence of hours without usage. */
  gapHours: number;
  gapFrom: Temporal.Instant | null;
}

/** Events of the account whose time lies in the cycle. */
export interface EventCounts {
  received: number;
  /** Failed, unless they were duplicates or exceeded the customer's limit. */
  rejected: number;
  /** Not processed yet, or about to be corrected. */
  inQueue: number;
  /** Counted, but received after the end of the cycle. */
  late: number;
}

/** An active credit of the account. */
export interface CheckedCredit {
  id: string;
  purpose: string;
  /** Neither used nor held by any draft. */
  free: Decimal;
  /** Null: no end. */
  lastDay: Temporal.PlainDate | null;
  /** The amount of the draft's lines that it could pay and no credit pays; 0 if its days or scope differ. */
  payable: Decimal;
}
