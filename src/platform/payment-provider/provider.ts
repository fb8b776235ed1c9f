import type { CallResponse } from '../outbound/signed-call.ts';

/**
 * Collects payments for an organization. Every call has an idempotency key: for a repeated call the provider
 * acts once and returns the same response. Calls are never made inside a transaction, and never reject.
 */
export interface PaymentProvider {
  /** Registers the payer. */
  createCustomer(call: ProviderCall<CustomerContent>): Promise<ProviderResponse<{ customerId: string }>>;
  /** Requests a payment from the payer. */
  createPaymentRequest(call: ProviderCall<RequestContent>): Promise<ProviderResponse<RequestState>>;
  /** Cancels a payment request. A rejection may mean that it is paid already. */
  cancel(call: ProviderCall<CancelContent>): Promise<ProviderResponse<RequestState>>;
  /** Refunds a collected amount. */
  refund(call: ProviderCall<RefundContent>): Promise<ProviderResponse<RefundState>>;
}

export interface ProviderCall<T> {
  key: string;
  content: T;
}

export interface CustomerContent {
  customer: { id: string; name: string; email: string };
}

export interface RequestContent extends CustomerContent {
  requestId: string;
  invoice: { id: string; number: string | null; dueDate: string | null };
  /** Exact, as text. */
  amount: string;
  currency: string;
  /** The provider's id of the payer. */
  customerId?: string;
}

export interface CancelContent {
  requestId: string;
}

export interface RefundContent {
  refundId: string;
  requestId: string;
  amount: string;
  currency: string;
}

export type ProviderResponse<T> = CallResponse<T>;

export type RequestStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

export interface RequestState {
  status: RequestStatus;
  providerId?: string | undefined;
  paymentLink?: string | undefined;
  /** The collected amount; absent: the requested amount. */
  amount?: string | undefined;
  currency?: string | undefined;
  /** Transaction number for accounting. */
  transactionNumber?: string | undefined;
  reason?: string | undefined;
}

export interface RefundState {
  status: Exclude<RequestStatus, 'CANCELLED'>;
  providerId?: string | undefined;
  reason?: string | undefined;
}

/** An event of the provider about a payment request or a refund, with its own id. */
export type ProviderEvent =
  | { id: string; about: 'REQUEST'; targetId: string; state: RequestState }
  | { id: string; about: 'REFUND'; targetId: string; state: RefundState };
