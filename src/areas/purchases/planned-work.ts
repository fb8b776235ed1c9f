import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/** Grants a purchase that was paid, or approved for later payment. Payload `{ purchaseId }`. */
export const GRANT_PURCHASE = 'purchases.grant';
/** The deadline of a proposal has come. Payload `{ purchaseId }`. */
export const EXPIRE_PROPOSAL = 'purchases.expire_proposal';

/** A proposal expires before any other work of the instant; grants follow their payments. */
const RANKS = { expiry: 18, grant: 66 } as const;

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

export function planGrant({ tx, org, now }: Context, purchaseId: string): Promise<void> {
  const work = { kind: GRANT_PURCHASE, key: purchaseId, dueAt: now, rank: RANKS.grant };
  return planScheduledWork(tx, org, { ...work, payload: { purchaseId }, now });
}

export function planProposalExpiry(
  { tx, org, now }: Context,
  { purchaseId, dueAt }: { purchaseId: string; dueAt: Temporal.Instant },
): Promise<void> {
  const work = { kind: EXPIRE_PROPOSAL, key: purchaseId, dueAt, rank: RANKS.expiry };
  return planScheduledWork(tx, org, { ...work, payload: { purchaseId }, now });
}
