import type { Audit } from '#platform/audits.ts';
import { auditByKeys } from '#platform/db/audit-by-keys.ts';
import { listPaidMismatches, listUnevenPayments } from './store/audit.ts';

const PAGE_PAYMENTS = 5_000;
const PAGE_INVOICES = 2_000;

/** Audits of payments and their allocations. */
export const paymentAudits: readonly Audit[] = [
  auditByKeys({
    name: 'payments.records',
    claim: 'the records of a payment come to all of it',
    table: 'payments',
    rows: PAGE_PAYMENTS,
    find: listUnevenPayments,
    describe: ({ id, total, records }) => ({
      subject: `payment ${id}`,
      problem: `it is ${total}, its records come to ${records}`,
    }),
  }),
  auditByKeys({
    name: 'payments.invoices',
    claim:
      'an invoice is paid with what payments and wallets gave it and did not take back, as the ledger ' +
      'says, and is PAID exactly if that is all of it',
    table: 'invoices',
    rows: PAGE_INVOICES,
    find: listPaidMismatches,
    describe: ({ id, status, total, paid, allocated, booked }) => ({
      subject: `invoice ${id}`,
      problem:
        `it is ${status} with ${paid} of ${total} paid; its allocations come to ${allocated}, ` +
        `the ledger says ${booked}`,
    }),
  }),
];
