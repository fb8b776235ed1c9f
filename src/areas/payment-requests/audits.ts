import { type Audit, MOST_MISMATCHES } from '#platform/audits.ts';
import { findRequestStretch, listIdleRequests, listOverRefunded, listUnevenRequests } from './store/audit.ts';

const PAGE = 2_000;

/** What is true of what a provider was asked for. */
export const requestAudits: readonly Audit[] = [
  {
    name: 'payment_requests.payments',
    claim: 'a request has succeeded exactly if one payment of its account came by it',
    async check({ tx, org }, after) {
      const page = await findRequestStretch(tx, org, { after: after ?? '', limit: PAGE });
      const found = await listUnevenRequests(tx, org, { page, limit: MOST_MISMATCHES });
      const mismatches = found.map(({ id, status, paymentId, payments }) => ({
        subject: `payment request ${id}`,
        problem: `it is ${status} with payment ${paymentId ?? 'none'}; by it came ${payments}`,
      }));
      return { mismatches, next: page.next };
    },
  },
  {
    name: 'payment_requests.open',
    claim: 'what is open asks for what its invoice lacks',
    async check({ tx, org }, after) {
      const page = await findRequestStretch(tx, org, { after: after ?? '', limit: PAGE });
      const found = await listIdleRequests(tx, org, { page, limit: MOST_MISMATCHES });
      const mismatches = found.map(({ id, amount, status, owed }) => ({
        subject: `payment request ${id}`,
        problem: `it asks for ${amount}, and its invoice is ${status} and lacks ${owed}`,
      }));
      return { mismatches, next: page.next };
    },
  },
  {
    name: 'payment_requests.refunds',
    claim: 'no more is given back by a request than it collected',
    async check({ tx, org }, after) {
      const page = await findRequestStretch(tx, org, { after: after ?? '', limit: PAGE });
      const found = await listOverRefunded(tx, org, { page, limit: MOST_MISMATCHES });
      const mismatches = found.map(({ id, refunded, collected }) => ({
        subject: `payment request ${id}`,
        problem: `it collected ${collected}, of which ${refunded} is given back`,
      }));
      return { mismatches, next: page.next };
    },
  },
];
