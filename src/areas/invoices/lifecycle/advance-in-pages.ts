import { ADVANCE_RANK } from '#areas/settings/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { planScheduledWork, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/** Drafts per transaction. */
const CHUNK = 500;

/** A page of drafts, by id, of one account or of all. */
export interface DraftPage {
  accountId: string | null;
  after: string;
  limit: number;
  now: Temporal.Instant;
}

/**
 * Work of a kind that follows a change of INVOICE_AUTO_ADVANCE, a bounded number of drafts at a time: `apply`
 * changes a page of drafts and returns their ids in order.
 */
export function advanceInPages(
  kind: string,
  {
    from,
    apply,
  }: { from: boolean; apply(context: ScheduledWorkContext, page: DraftPage): Promise<string[]> },
): (context: ScheduledWorkContext, payload: StoredScheduledWork['payload']) => Promise<void> {
  return async (context, payload) => {
    const { tx, org, now } = context;
    const entityType = readText(payload, 'entityType');
    const entityId = readText(payload, 'entityId');
    const accountId = entityType === 'ACCOUNT' ? entityId : null;
    const ids = await apply(context, { accountId, after: readText(payload, 'after'), limit: CHUNK, now });
    for (const id of ids)
      publishEvent(tx, org, { type: 'invoice.updated', id, now, previous: { autoAdvance: from } });
    const last = ids.at(-1);
    if (last === undefined || ids.length < CHUNK) return;
    await planScheduledWork(tx, org, {
      ...{ kind, key: `${entityType}.${entityId}`, dueAt: now, rank: ADVANCE_RANK, now },
      payload: { entityType, entityId, after: last },
    });
  };
}
