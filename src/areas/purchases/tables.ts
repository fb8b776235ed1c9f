import type { Generated, GeneratedAlways } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { PAYMENT_MODES, PURCHASE_STATUSES, PURCHASE_TYPES } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    purchases: PurchasesTable;
  }
}

export interface PurchasesTable {
  orgId: number;
  id: string;
  accountId: string;
  type: (typeof PURCHASE_TYPES)[number];
  status: (typeof PURCHASE_STATUSES)[number];
  /** Of a proposal; null for a purchase. */
  paymentMode: (typeof PAYMENT_MODES)[number] | null;
  isProposal: GeneratedAlways<boolean>;
  /** Null for a wallet top-up. */
  planId: string | null;
  planVersion: number | null;
  /** The amount for the wallet; null for a plan. */
  topupAmount: Decimal | null;
  quantity: number | null;
  /** As sent, decimals as text, like the overrides. */
  rateCardQuantities: Record<string, string> | null;
  purchasePlanOverride: object | null;
  associationOverride: object | null;
  /** Of an association. */
  effectiveFrom: Temporal.PlainDate | null;
  /** Exclusive. */
  effectiveUntil: Temporal.PlainDate | null;
  expiryDate: Temporal.Instant | null;
  idempotencyKey: string | null;
  /** `canonicalJson` of the request; null if there was none. */
  request: string | null;
  currency: string;
  price: Decimal;
  /** `canonicalJson` of the `Sale`. */
  sale: string;
  /** The order, and the invoice that it becomes. */
  invoiceId: string | null;
  /** For PREPAID: the schedule of the cards, and the first day of the cycle. */
  scheduleId: string | null;
  cycleStart: Temporal.PlainDate | null;
  comment: string | null;
  /** When the proposal was answered. */
  respondedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
