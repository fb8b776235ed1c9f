import type { Audit } from '#platform/audits.ts';
import { auditByKeys } from '#platform/db/audit-by-keys.ts';
import { listIdleRequests, listOverRefunded, listUnevenRequests } from './store/audit.ts';

const PAGE = 2_000;

/** Audits of the requests to providers. */
export const requestAudits: readonly Audit[] = [
  auditByKeys({
    name: 'payment_requests.payments',
    claim: 'a payment request is SUCCEEDED exactly if its account has one payment from it',
    table: 'paymentRequests',
    rows: PAGE,
    find: listUnevenRequests,
    describe: ({ id, status, paymentId, payments }) => ({
      subject: `payment request ${id}`,
      problem:
        `it is ${status} with payment ${paymentId ?? 'none'}, but the payments from it are ` + `${payments}`,
    }),
  }),
  auditByKeys({
    name: 'payment_requests.open',
    claim: 'the amount of an open payment request equals the outstanding amount of its invoice',
    table: 'paymentRequests',
    rows: PAGE,
    find: listIdleRequests,
    describe: ({ id, amount, status, owed }) => ({
      subject: `payment request ${id}`,
      problem: `it requests ${amount}, but its invoice is ${status} with ${owed} outstanding`,
    }),
  }),
  auditByKeys({
    name: 'payment_requests.refunds',
    claim: 'the refunds of a payment request do not exceed the amount that it collected',
    table: 'paymentRequests',
    rows: PAGE,
    find: listOverRefunded,
    describe: ({ id, refunded, collected }) => ({
      subject: `payment request ${id}`,
      problem: `it collected ${collected}, but ${refunded} is refunded`,
    }),
  }),
];
