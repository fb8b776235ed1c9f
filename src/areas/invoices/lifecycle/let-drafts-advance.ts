import { ADVANCE_ON, ADVANCE_RANK } from '#areas/settings/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { planScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { letAdvanceAfter } from '../store/held-drafts.ts';
import { planClosing, readText } from './planned-work.ts';

/** Drafts per transaction. */
const CHUNK = 500;

/**
 * Applies the end of INVOICE_AUTO_ADVANCE=false: drafts that waited only because of it are issued
 * automatically at their deadline, or now if that has passed. Drafts that a user or a hook holds keep
 * waiting.
 */
export async function letDraftsAdvance(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const entityType = readText(payload, 'entityType');
  const entityId = readText(payload, 'entityId');
  const accountId = entityType === 'ACCOUNT' ? entityId : null;
  const drafts = await letAdvanceAfter(tx, org, {
    ...{ accountId, after: readText(payload, 'after'), limit: CHUNK, now },
  });
  for (const { id: invoiceId, invoiceDate: dueAt } of drafts) {
    publishEvent(tx, org, { type: 'invoice.updated', id: invoiceId, now, previous: { autoAdvance: false } });
    await planClosing(context, { invoiceId, dueAt });
  }
  const last = drafts.at(-1);
  if (!last || drafts.length < CHUNK) return;
  await planScheduledWork(tx, org, {
    ...{ kind: ADVANCE_ON, key: `${entityType}.${entityId}`, dueAt: now, rank: ADVANCE_RANK, now },
    payload: { entityType, entityId, after: last.id },
  });
}
