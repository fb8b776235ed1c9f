export { BILL_INVOICE } from './bill-runs/bill-invoice.ts';
export { digestDocument } from './bill-runs/digest-document.ts';
export { REVIEWED_AMOUNTS, type ReviewedAmount } from './bill-runs/reviewed.ts';
export { dryRunCreditNote } from './credit-notes/dry-run-credit-note.ts';
export { CreateCreditNoteRequest } from './credit-notes/schema.ts';
export { REFUND_WAITS } from './finalization/approved-total.ts';
export { buildInputs } from './lifecycle/build-inputs.ts';
export { obstaclesOf } from './lifecycle/compute-document.ts';
export { type CreditRules, creditsFor, readCreditRules } from './lifecycle/draft-credits.ts';
export { PREPAID_DUE } from './lifecycle/plan-prepaid.ts';
export { STORE_PDF } from './lifecycle/planned-work.ts';
export type { RatingFacts } from './lifecycle/rating-facts.ts';
export { describeSeller, readNetTermDays } from './lifecycle/read-facts.ts';
export { type LicenseFacts, loadLicenses, NO_LICENSES, readLicenses } from './lifecycle/read-licenses.ts';
export { refreshAccountDrafts } from './lifecycle/refresh-account.ts';
export { billPurchase } from './orders/bill-purchase.ts';
export { findPrepaidCards, type PrepaidCycle } from './orders/find-prepaid-cards.ts';
export { flagRefund } from './orders/flag-refund.ts';
export { ORDER_SETTLED, type OrderOutcome } from './orders/planned-work.ts';
export { type Offer, priceOffer } from './orders/price-offer.ts';
export { raiseOrder } from './orders/raise-order.ts';
export { allocateWallet } from './payments/allocate-wallet.ts';
export { lockTargets } from './payments/lock-targets.ts';
export { netOffDue } from './payments/net-off-due.ts';
export { findPayer } from './payments/pay-by-hand.ts';
export { COLLECT_INVOICE, planCollection, REFUND_INVOICE } from './payments/plan-collection.ts';
export {
  allocationRefused,
  PAYMENT_PROBLEMS,
  paymentNotReversible,
  paymentReversed,
} from './payments/problems.ts';
export { type NewPayment, recordPayment } from './payments/record-payment.ts';
export { type RejectedRefund, rejectRefund } from './payments/reject-refund.ts';
export { reversePayment } from './payments/reverse-payment.ts';
export { RECORD_TYPES, SOURCE_TYPES } from './payments/schema.ts';
export { REFUNDING_REQUESTS } from './payments/split-refund.ts';
export {
  type PrintChoices,
  readCurrentPrint,
  readDefaultPrint,
  readFrozenPrint,
} from './prints/read-print.ts';
export {
  creditNoteInvalid,
  creditNoteKeyTaken,
  creditNoteRefused,
  invoiceNotFound,
  offerNegative,
  offerTooLarge,
} from './problems.ts';
export { type CycleRevenue, listCycleRevenue } from './revenue/list-cycle-revenue.ts';
export { listManualRevenue } from './revenue/list-manual-revenue.ts';
export { readDocument } from './rules.ts';
export { INVOICE_STATUSES, type InvoiceDetails, type InvoiceStatus } from './schema.ts';
export { changeInvoice } from './status/change-invoice.ts';
export { listPendingInvoices } from './store/bill-runs.ts';
export { addMetadata } from './store/changes.ts';
export {
  findInvoice,
  type InvoiceRow,
  listInvoicesById,
  type StoredInvoice,
  setInvoicePdf,
} from './store/invoices.ts';
export { listOpenInvoices, type OpenInvoice } from './store/open-invoices.ts';
export {
  findPayment,
  listRecords,
  listRequestIds,
  type PaymentRow,
  type RecordRow,
  selectPayments,
} from './store/payments.ts';
export { readEach, readInvoice } from './views/read-invoice.ts';
