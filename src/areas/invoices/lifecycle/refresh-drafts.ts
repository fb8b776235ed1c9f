import { isClockMoved } from '#platform/db/clock.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { hasDrafts, listStaleDrafts, touchDraft, updateDraft } from '../store/lifecycle.ts';
import { computeDraft } from './compute-draft.ts';
import { computedColumns, isStored } from './computed-columns.ts';
import { planRefresh, planRefreshAt, readText } from './planned-work.ts';

/** Drafts of one transaction. */
const CHUNK = 100;

/**
 * Brings stored drafts up to their running usage, a bounded number at a time, so that lists and totals are at
 * most 15 minutes old. Reading one draft computes it anyway.
 */
export async function refreshDrafts(
  context: DueWorkContext,
  payload: StoredDueWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const after = readText(payload, 'after');
  const drafts = await listStaleDrafts(tx, org, { before: now, after, limit: CHUNK });
  for (const draft of drafts) await refreshDraft(context, draft);
  const last = drafts.at(-1);
  if (last && drafts.length === CHUNK) return planRefreshAt(context, { dueAt: now, after: last.id });
  const isGoingOn = !(await isClockMoved(tx, org)) && (await hasDrafts(tx, org));
  if (isGoingOn) await planRefresh(context);
}

/** The same result leaves the row as it is, but for the instant of the computation. */
export async function refreshDraft(context: DueWorkContext, draft: InvoiceRow): Promise<void> {
  const { tx, org, now } = context;
  const computed = await computeDraft(tx, org, draft);
  if (!computed) return;
  const columns = computedColumns(computed);
  if (isStored(columns, draft)) await touchDraft(tx, org, { id: draft.id, now });
  else await updateDraft(tx, org, { id: draft.id, now, computed: columns });
}
