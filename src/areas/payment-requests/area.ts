import './tables.ts';
import { COLLECT_INVOICE, REFUND_INVOICE } from '#areas/invoices/index.ts';
import { WALLET_LOW } from '#areas/wallets/index.ts';
import type { Area } from '#platform/http/area.ts';
import { purgeCalls } from '#platform/outbound/make-calls.ts';
import { applyProviderEvent } from './apply-provider-event.ts';
import { requestAudits } from './audits.ts';
import { fillWallet } from './auto-topup/fill-wallet.ts';
import { startCalling } from './call-providers.ts';
import { collectInvoice, retryRequest } from './collect-invoice.ts';
import { createPaymentRequest } from './operations/create-payment-request.ts';
import { getPaymentRequest } from './operations/get-payment-request.ts';
import { listPaymentRequests } from './operations/list-payment-requests.ts';
import { receiveProviderEvent } from './operations/receive-provider-event.ts';
import { retryPaymentRequest } from './operations/retry-payment-request.ts';
import { PROVIDER_SAID, RETRY_REQUEST } from './planned-work.ts';
import { providersInUse, refundingRequests } from './port-handlers.ts';
import { refundPayments } from './refund-payments.ts';
import { PROVIDER_CALLS } from './store/calls.ts';
import { deleteIgnoredEvents } from './store/events.ts';

export const paymentRequests: Area = {
  name: 'payment-requests',
  title: 'Payment requests',
  resources: { payment_request: { get: getPaymentRequest } },
  operations: [
    listPaymentRequests,
    createPaymentRequest,
    getPaymentRequest,
    retryPaymentRequest,
    receiveProviderEvent,
  ],
  audits: requestAudits,
  // Applied events stay with the payment, and a call without a response stays while it decides whether
  // another request may be made (`money-platform.md` 21).
  maintenance: purgeCalls(PROVIDER_CALLS, deleteIgnoredEvents),
  scheduledWork: [
    { kind: COLLECT_INVOICE, run: collectInvoice },
    { kind: RETRY_REQUEST, run: retryRequest },
    { kind: PROVIDER_SAID, run: applyProviderEvent },
    { kind: REFUND_INVOICE, run: refundPayments },
    { kind: WALLET_LOW, run: fillWallet },
  ],
  portHandlers: [providersInUse, refundingRequests],
  background: { task: PROVIDER_CALLS.task, start: startCalling },
};
