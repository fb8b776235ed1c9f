import { ADVANCE_OFF, ADVANCE_RANK } from '#areas/settings/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { planScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { holdDraftsAfter } from '../store/held-drafts.ts';
import { readText } from './planned-work.ts';

/** Drafts of one transaction. */
const CHUNK = 500;

/**
 * INVOICE_AUTO_ADVANCE became false: the drafts of running cycles wait for a bill run as those do that are
 * opened from now on, a bounded number at a time. What somebody lets advance afterwards advances.
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
