import { GROUP_CHANGED } from '#areas/invoice-groups/index.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

export const CLOSE_COMPOSITE = 'invoices.close_composite';
export const REFRESH_COMPOSITE = 'invoices.refresh_composite';

/**
 * At midnight, the composites of the ended day are issued before any work of the new day. A composite is
 * computed after all merges of an instant, so that a thousand members cost one computation.
 */
const RANKS = { closing: 12, members: 15, refresh: 80 } as const;

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

export function planCompositeClosing(
  { tx, org, now }: Context,
  closing: { invoiceId: string; dueAt: Temporal.Instant },
): Promise<void> {
  const { invoiceId, dueAt } = closing;
  const work = { kind: CLOSE_COMPOSITE, key: invoiceId, rank: RANKS.closing, payload: { invoiceId } };
  return planScheduledWork(tx, org, { ...work, dueAt, now });
}

export function planCompositeRefresh({ tx, org, now }: Context, invoiceId: string): Promise<void> {
  const work = { kind: REFRESH_COMPOSITE, key: invoiceId, rank: RANKS.refresh, payload: { invoiceId } };
  return planScheduledWork(tx, org, { ...work, dueAt: now, now });
}

/** Plans the next chunk of a group change: the members after `after`. */
export function planNextMembers(
  { tx, org, now }: Context,
  piece: { groupId: string; after: string },
): Promise<void> {
  const work = { kind: GROUP_CHANGED, key: piece.groupId, rank: RANKS.members, payload: { ...piece } };
  return planScheduledWork(tx, org, { ...work, dueAt: now, now });
}
