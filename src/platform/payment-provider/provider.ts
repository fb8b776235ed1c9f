import type { CallResponse } from '../outbound/signed-call.ts';
import type { SignedMessage } from '../outbound/signed-message.ts';

/**
 * What collects money for an organization. Every call has a key: asked again under it, the provider does the
 * thing once and answers the same. No call is ever made inside a transaction, and none rejects.
 */
export interface PaymentProvider {
  /** Makes the payer known. */
  createCustomer(call: ProviderCall<CustomerContent>): Promise<ProviderResponse<{ customerId: string }>>;
  /** Asks the payer for an amount. */
  createPaymentRequest(call: ProviderCall<RequestContent>): Promise<ProviderResponse<RequestState>>;
  /** Asks no longer. A refusal may mean that it is paid already. */
  cancel(call: ProviderCall<CancelContent>): Promise<ProviderResponse<RequestState>>;
  /** Gives back what was collected. */
  refund(call: ProviderCall<RefundContent>): Promise<ProviderResponse<RefundState>>;
  /** What the provider says by itself; null when it did not say so, or not now. */
  parseWebhook(sent: SignedMessage, at: Temporal.Instant): ProviderEvent | null;
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
  /** The provider's, of the payer. */
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
  /** What was collected; absent: what was asked for. */
  amount?: string | undefined;
  currency?: string | undefined;
  /** Number of the transaction, for the books. */
  transactionNumber?: string | undefined;
  reason?: string | undefined;
}

export interface RefundState {
  status: Exclude<RequestStatus, 'CANCELLED'>;
  providerId?: string | undefined;
  reason?: string | undefined;
}

/** Something that the provider says about a request or a refund, under an id of its own. */
export type ProviderEvent =
  | { id: string; about: 'REQUEST'; targetId: string; state: RequestState }
  | { id: string; about: 'REFUND'; targetId: string; state: RefundState };
