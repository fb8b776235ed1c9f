import { ADVANCE_OFF, ADVANCE_RANK } from '#areas/settings/index.ts';
import { tellEvent } from '#areas/webhooks/index.ts';
import { planDueWork, type StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { holdDraftsAfter } from '../store/held-drafts.ts';
import { readText } from './planned-work.ts';

/** Drafts of one transaction. */
const CHUNK = 500;

/**
 * INVOICE_AUTO_ADVANCE became false: the drafts of running cycles wait for a bill run as those do that are
 * opened from now on, a bounded number at a time. What somebody lets advance afterwards advances.
 */
export async function holdDrafts(context: DueWorkContext, payload: StoredDueWork['payload']): Promise<void> {
  const { tx, org, now } = context;
  const entityType = readText(payload, 'entityType');
  const entityId = readText(payload, 'entityId');
  const accountId = entityType === 'ACCOUNT' ? entityId : null;
  const ids = await holdDraftsAfter(tx, org, {
    ...{ accountId, after: readText(payload, 'after'), limit: CHUNK, now },
  });
  for (const id of ids)
    tellEvent(tx, org, { type: 'invoice.updated', id, now, previous: { autoAdvance: true } });
  const last = ids.at(-1);
  if (last === undefined || ids.length < CHUNK) return;
  await planDueWork(tx, org, {
    ...{ kind: ADVANCE_OFF, key: `${entityType}.${entityId}`, dueAt: now, rank: ADVANCE_RANK, now },
    payload: { entityType, entityId, after: last },
  });
}
