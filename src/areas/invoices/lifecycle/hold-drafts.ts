import { ADVANCE_OFF, ADVANCE_RANK } from '#areas/settings/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { planScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { holdDraftsAfter } from '../store/held-drafts.ts';
import { readText } from './planned-work.ts';

/** Drafts per transaction. */
const CHUNK = 500;

/**
 * Applies INVOICE_AUTO_ADVANCE=false to drafts of running cycles, a bounded number at a time: they wait for
 * a bill run, like those opened from now on. A user can still let a draft advance later.
 */
export async function holdDrafts(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const entityType = readText(payload, 'entityType');
  const entityId = readText(payload, 'entityId');
  const accountId = entityType === 'ACCOUNT' ? entityId : null;
  const ids = await holdDraftsAfter(tx, org, {
    ...{ accountId, after: readText(payload, 'after'), limit: CHUNK, now },
  });
  for (const id of ids)
    publishEvent(tx, org, { type: 'invoice.updated', id, now, previous: { autoAdvance: true } });
  const last = ids.at(-1);
  if (last === undefined || ids.length < CHUNK) return;
  await planScheduledWork(tx, org, {
    ...{ kind: ADVANCE_OFF, key: `${entityType}.${entityId}`, dueAt: now, rank: ADVANCE_RANK, now },
    payload: { entityType, entityId, after: last },
  });
}
