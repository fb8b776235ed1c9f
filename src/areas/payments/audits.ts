import type { Audit } from '#platform/audits.ts';
import { auditByKeys } from '#platform/db/audit-by-keys.ts';
import { listPaidMismatches, listUnevenPayments } from './store/audit.ts';

const PAGE_PAYMENTS = 5_000;
const PAGE_INVOICES = 2_000;

/** Audits of payments and their allocations. */
export const paymentAudits: readonly Audit[] = [
  auditByKeys({
    name: 'payments.records',
    claim: 'the records of a payment add up to its amount',
    table: 'payments',
    rows: PAGE_PAYMENTS,
    find: listUnevenPayments,
    describe: ({ id, total, records }) => ({
      subject: `payment ${id}`,
      problem: `it is ${total}, but its records add up to ${records}`,
    }),
  }),
  auditByKeys({
    name: 'payments.invoices',
    claim:
      'the paid amount of an invoice equals its allocations and its postings in the ledger, and the ' +
      'invoice is PAID exactly if that is its total',
    table: 'invoices',
    rows: PAGE_INVOICES,
    find: listPaidMismatches,
    describe: ({ id, status, total, paid, allocated, booked }) => ({
      subject: `invoice ${id}`,
      problem:
        `it is ${status} with ${paid} of ${total} paid, but its allocations add up to ${allocated} ` +
        `and the ledger says ${booked}`,
    }),
  }),
];
