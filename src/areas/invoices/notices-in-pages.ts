import {
  planScheduledWork,
  planScheduledWorkOnce,
  type StoredScheduledWork,
} from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readText } from './lifecycle/planned-work.ts';

/**
 * What is told of all invoices of an organization that share an instant, when it is over: by one piece of due
 * work, page by page, so that each is told once.
 */
export interface ScheduledNotice {
  kind: string;
  rank: number;
  /** Of the piece for all. */
  key: string;
  /** The instant, in the payload of every piece. Beside it stands `after`, or `invoiceId` of one alone. */
  instant: Readonly<Record<string, string>>;
}

const PAGE = 500;

/**
 * Plans to tell of an invoice. One for which it is due already has a piece of its own, because that of all
 * may be under way or done.
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

/** Which invoices a piece tells of: one alone, or so many after an id. */
export function readPage(payload: StoredScheduledWork['payload']) {
  const { invoiceId } = payload;
  const only = typeof invoiceId === 'string' ? invoiceId : null;
  return { only, after: only === null ? readText(payload, 'after') : '', limit: PAGE };
}

/** Plans the page after one that was told, due at once, if that was full. Ids in their order. */
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
