import {
  planScheduledWork,
  planScheduledWorkOnce,
  readText,
  type StoredScheduledWork,
} from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/**
 * A notice about each invoice of an organization at a shared instant. One piece of scheduled work publishes
 * them page by page, each exactly once.
 */
export interface ScheduledNotice {
  kind: string;
  rank: number;
  /** The key of the work for all invoices. */
  key: string;
  /** The instant, part of every payload, next to `after` or the `invoiceId` of a single invoice. */
  instant: Readonly<Record<string, string>>;
}

const PAGE = 500;

/**
 * Plans the notice for an invoice. One that is already due gets its own work item, because the work for all
 * may be running or done.
 */
export async function scheduleNotice(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { kind, rank, key, instant }: ScheduledNotice,
  { id: invoiceId, dueAt }: { id: string; dueAt: Temporal.Instant },
): Promise<void> {
  const work = { kind, rank, dueAt, now };
  const isOver = Temporal.Instant.compare(dueAt, now) <= 0;
  if (isOver)
    return planScheduledWork(tx, org, { ...work, key: invoiceId, payload: { ...instant, invoiceId } });
  await planScheduledWorkOnce(tx, org, { ...work, key, payload: { ...instant, after: '' } });
}

/** Reads which invoices a work item covers: a single one, or a page after an id. */
export function readPage(payload: StoredScheduledWork['payload']) {
  const { invoiceId } = payload;
  const only = typeof invoiceId === 'string' ? invoiceId : null;
  return { only, after: only === null ? readText(payload, 'after') : '', limit: PAGE };
}

/** Plans the page after a full one, due at once. Expects ids in their order. */
export async function planNextPage(
  { tx, org, now }: ScheduledWorkContext,
  { kind, rank, key, instant }: ScheduledNotice,
  ids: readonly string[],
): Promise<void> {
  const after = ids.at(-1);
  if (ids.length < PAGE || after === undefined) return;
  const work = { kind, rank, key: `${key}#${after}`, dueAt: now, now };
  await planScheduledWork(tx, org, { ...work, payload: { ...instant, after } });
}
