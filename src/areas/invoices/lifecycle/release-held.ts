import { planDescribed } from '#areas/organizations/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { planCompositeClosing } from '../composites/planned-work.ts';
import { listHeldBack } from '../store/held-drafts.ts';
import { planClosing } from './planned-work.ts';
import { ORGANIZATION_INCOMPLETE } from './require-seller.ts';

/** Drafts per transaction. */
const CHUNK = 500;

/**
 * After the organization completes its data, issues the drafts that lacked it now instead of on the next
 * day's retry. Drafts that still lack data stay held back.
 */
export async function releaseHeld(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const after = readText(payload, 'after');
  const held = await listHeldBack(tx, org, { reason: ORGANIZATION_INCOMPLETE, after, limit: CHUNK });
  for (const { id: invoiceId, isComposite } of held)
    await (isComposite ? planCompositeClosing : planClosing)(context, { invoiceId, dueAt: now });
  const last = held.at(-1);
  if (last && held.length === CHUNK) await planDescribed(tx, org, { now, after: last.id });
}
