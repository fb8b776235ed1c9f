import type { Audit } from '#platform/audits.ts';
import { auditByKeys } from '#platform/db/audit-by-keys.ts';
import { listIdleRequests, listOverRefunded, listUnevenRequests } from './store/audit.ts';

const PAGE = 2_000;

/** Audits of the requests to providers. */
export const requestAudits: readonly Audit[] = [
  auditByKeys({
    name: 'payment_requests.payments',
    claim: 'a request has succeeded exactly if one payment of its account came by it',
    table: 'paymentRequests',
    rows: PAGE,
    find: listUnevenRequests,
    describe: ({ id, status, paymentId, payments }) => ({
      subject: `payment request ${id}`,
      problem: `it is ${status} with payment ${paymentId ?? 'none'}; by it came ${payments}`,
    }),
  }),
  auditByKeys({
    name: 'payment_requests.open',
    claim: 'what is open asks for what its invoice lacks',
    table: 'paymentRequests',
    rows: PAGE,
    find: listIdleRequests,
    describe: ({ id, amount, status, owed }) => ({
      subject: `payment request ${id}`,
      problem: `it asks for ${amount}, and its invoice is ${status} and lacks ${owed}`,
    }),
  }),
  auditByKeys({
    name: 'payment_requests.refunds',
    claim: 'no more is given back by a request than it collected',
    table: 'paymentRequests',
    rows: PAGE,
    find: listOverRefunded,
    describe: ({ id, refunded, collected }) => ({
      subject: `payment request ${id}`,
      problem: `it collected ${collected}, of which ${refunded} is given back`,
    }),
  }),
];
