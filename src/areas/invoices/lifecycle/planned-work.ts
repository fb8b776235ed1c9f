import { findSettingValue } from '#areas/settings/index.ts';
import { isClockMoved } from '#platform/db/clock.ts';
import { planScheduledWork, readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { freezePrint } from '../prints/freeze-print.ts';
import { isWorkPlanned } from '../store/planned-work.ts';
import type { InvoicesTable } from '../tables.ts';
import type { BilledPart } from './billed-part.ts';

export const OPEN_CYCLE = 'invoices.open_cycle';
export const CLOSE_CYCLE = 'invoices.close_cycle';
export const STORE_PDF = 'invoices.pdf';
export const REFRESH_DRAFTS = 'invoices.refresh';

/**
 * At one instant a cycle closes before the next one opens, so that elapsed cycles are processed in order;
 * documents are printed and drafts refreshed after all amounts are final.
 */
const RANKS = { closing: 20, opening: 30, pdf: 90, refresh: 95 } as const;
const REFRESH_KEY = 'drafts';
/** The default of the organization's setting. */
const REFRESH_MINUTES = '15';

export async function planOpening(
  { tx, org, now }: ScheduledWorkContext,
  cycle: { accountId: string; scheduleId: string; part: BilledPart },
): Promise<void> {
  const { accountId, scheduleId, part } = cycle;
  const payload = { accountId, scheduleId, cycleStart: part.start.toString() };
  const work = { kind: OPEN_CYCLE, key: scheduleId, dueAt: part.startAt, rank: RANKS.opening };
  await planScheduledWork(tx, org, { ...work, payload, now });
}

export async function planClosing(
  { tx, org, now }: ScheduledWorkContext,
  closing: { invoiceId: string; dueAt: Temporal.Instant },
): Promise<void> {
  const { invoiceId, dueAt } = closing;
  const work = { kind: CLOSE_CYCLE, key: invoiceId, dueAt, rank: RANKS.closing, payload: { invoiceId } };
  await planScheduledWork(tx, org, { ...work, now });
}

/** Plans the PDF of an issued invoice, with its current settings. */
export async function planPdf(context: ScheduledWorkContext, invoiceId: string): Promise<void> {
  const { tx, org, now } = context;
  await freezePrint(context, invoiceId);
  const work = { kind: STORE_PDF, key: invoiceId, dueAt: now, rank: RANKS.pdf, payload: { invoiceId } };
  await planScheduledWork(tx, org, { ...work, now });
}

/**
 * Plans a new PDF when the paid amount of an issued invoice changes. Each version of the row has its own
 * work item, so that a transaction on the row does not wait for the rendering of an earlier version.
 */
export async function planPdfAgain(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { id: invoiceId, pdfFileId, rowVersion }: Pick<InvoicesTable, 'id' | 'pdfFileId'> & { rowVersion: number },
): Promise<void> {
  // The first PDF is still planned and will show the paid amount.
  if (pdfFileId === null) return;
  const key = `${invoiceId}#${rowVersion}`;
  const work = { kind: STORE_PDF, key, dueAt: now, rank: RANKS.pdf, payload: { invoiceId } };
  await planScheduledWork(tx, org, { ...work, now });
}

/**
 * Plans the refresh of drafts after the clock advances. A sandbox clock stands still between moves, so
 * drafts are recomputed whenever cycles change; with a real clock every 15 minutes, or at the interval of
 * the organization's setting.
 */
export async function planRefresh(context: ScheduledWorkContext): Promise<void> {
  const { tx, org, now } = context;
  if (await isClockMoved(tx, org)) return planRefreshAt(context, { dueAt: now, after: '' });
  const isPlanned = await isWorkPlanned(tx, org, { kind: REFRESH_DRAFTS, key: REFRESH_KEY });
  if (isPlanned) return;
  // From the real clock, not from `now`: after a pause one refresh replaces all that were missed.
  const clock = await readDatabaseClock(tx, org);
  const candidates = [{ entityType: 'ORGANIZATION', entityId: org.id }] as const;
  const wanted = { namespace: 'PLATFORM', id: 'INVOICE_REFRESH_MINUTES', candidates };
  const minutes = Number((await findSettingValue(tx, org, wanted)) ?? REFRESH_MINUTES);
  await planRefreshAt(context, { dueAt: clock.add({ minutes }), after: '' });
}

/** Plans the next chunk of a refresh: drafts with ids after `after`. */
export async function planRefreshAt(
  { tx, org, now }: ScheduledWorkContext,
  piece: { dueAt: Temporal.Instant; after: string },
): Promise<void> {
  const { dueAt, after } = piece;
  const work = { kind: REFRESH_DRAFTS, key: REFRESH_KEY, dueAt, rank: RANKS.refresh, payload: { after } };
  await planScheduledWork(tx, org, { ...work, now });
}
