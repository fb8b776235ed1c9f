import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { OutboundCallsTable } from '#platform/db/outbound-calls.ts';
import type { RequestStatus } from '#platform/payment-provider/provider.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    paymentRequests: PaymentRequestsTable;
    paymentRefunds: PaymentRefundsTable;
    providerCalls: ProviderCallsTable;
    providerEvents: ProviderEventsTable;
    walletAutoTopups: WalletAutoTopupsTable;
  }
}

export interface PaymentRequestsTable {
  orgId: number;
  id: string;
  invoiceId: string;
  /** The payer. */
  accountId: string;
  /** From 1. */
  attempt: number;
  /** The connection of the request, also for its cancellation and refund. */
  connectionId: string;
  /** Name of the connection, and the source of the payment. */
  provider: string;
  amount: Decimal;
  currency: string;
  status: RequestStatus;
  providerId: string | null;
  paymentLink: string | null;
  failureReason: string | null;
  /** Of a failed request, while it waits for its retry. */
  retryAt: Temporal.Instant | null;
  paymentId: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface PaymentRefundsTable {
  orgId: number;
  id: string;
  invoiceId: string;
  paymentId: string;
  /** The request that collected it. */
  requestId: string;
  amount: Decimal;
  currency: string;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  providerId: string | null;
  failureReason: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** Calls to providers about requests and refunds. */
export interface ProviderCallsTable extends OutboundCallsTable {
  kind: 'REQUEST' | 'CANCEL' | 'REFUND';
  targetId: string;
  connectionId: string;
  status: 'OPEN' | 'DONE' | 'GIVEN_UP';
}

export interface ProviderEventsTable {
  orgId: number;
  /** The provider's id; for a response `answer:` and the key of the call. */
  id: string;
  connectionId: string;
  type: 'REQUEST' | 'REFUND';
  targetId: string;
  content: object;
  outcome: 'RECEIVED' | 'APPLIED' | 'IGNORED' | 'REFUSED';
  reason: string | null;
  /** Real time. */
  receivedAt: Temporal.Instant;
}

export interface WalletAutoTopupsTable {
  orgId: number;
  id: string;
  accountId: string;
  purchaseId: string | null;
  invoiceId: string | null;
  /** The organization's day of the order. */
  localDay: Temporal.PlainDate;
  amount: Decimal;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
