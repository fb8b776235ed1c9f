import { type Audit, MOST_MISMATCHES } from '#platform/audits.ts';
import {
  findInvoiceStretch,
  findPaymentStretch,
  listPaidMismatches,
  listUnevenPayments,
} from './store/audit.ts';

const PAGE_PAYMENTS = 5_000;
const PAGE_INVOICES = 2_000;

/** What is true of payments and of what they paid. */
export const paymentAudits: readonly Audit[] = [
  {
    name: 'payments.records',
    claim: 'the records of a payment come to all of it',
    async check({ tx, org }, after) {
      const page = await findPaymentStretch(tx, org, { after: after ?? '', limit: PAGE_PAYMENTS });
      const found = await listUnevenPayments(tx, org, { page, limit: MOST_MISMATCHES });
      const mismatches = found.map(({ id, total, records }) => ({
        ...{ subject: `payment ${id}`, problem: `it is ${total}, its records come to ${records}` },
      }));
      return { mismatches, next: page.next };
    },
  },
  {
    name: 'payments.invoices',
    claim:
      'an invoice is paid with what payments and wallets gave it and did not take back, as the ledger ' +
      'says, and is PAID exactly if that is all of it',
    async check({ tx, org }, after) {
      const page = await findInvoiceStretch(tx, org, { after: after ?? '', limit: PAGE_INVOICES });
      const found = await listPaidMismatches(tx, org, { page, limit: MOST_MISMATCHES });
      const mismatches = found.map(({ id, status, total, paid, allocated, booked }) => ({
        subject: `invoice ${id}`,
        problem:
          `it is ${status} with ${paid} of ${total} paid; its allocations come to ${allocated}, ` +
          `the ledger says ${booked}`,
      }));
      return { mismatches, next: page.next };
    },
  },
];
