import { insertDebits } from '#areas/entitlements/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import { awaitRunningIngestions, planDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { type Outcome, toSchemaEvent } from './event.ts';
import { foldUsage } from './fold-usage.ts';
import { isReleased } from './ingest-events.ts';
import { loadBatchFacts, loadEventFacts } from './load-facts.ts';
import { debitsOf, marksOf, processBatch } from './process-batch.ts';
import { releaseEventKeys } from './store/event-keys.ts';
import { updateOutcomes } from './store/events.ts';
import { listParkedEvents, type ParkedEvent, type WaitsFor } from './store/parked.ts';
import { insertUsage } from './store/usage.ts';

/** Lower than what plans it, higher than the refreshing of invoices. */
const RANK = 50;
const PAGE_SIZE = 500;

/** Which events: those that wait for this account or schema, after the one where the page before ended. */
export interface Reprocessing {
  kind: string;
  waitsFor: WaitsFor;
  after: string | null;
}

/**
 * Processes events again that waited for an account or a schema: the same rows and reference ids. The grace
 * period is
 * judged by the time of re-processing, so that closed cycles stay closed. A page at a time; when more remain,
 * the next page is planned as work of its own.
 */
export async function reprocessEvents(context: DueWorkContext, work: Reprocessing): Promise<void> {
  const { tx, org, now, deployment } = context;
  // An ingestion that did not see it yet may be about to commit an event that waits for it; those that begin
  // later see it.
  await awaitRunningIngestions(tx, org);
  const parked = await listParkedEvents(tx, org, { ...work, now, limit: PAGE_SIZE });
  if (parked.length === 0) return;
  const events = parked.map((row) =>
    toSchemaEvent({ ...row, accountId: row.accountRef, timestamp: row.eventTime }),
  );
  const facts = await loadBatchFacts(tx, org, { events, wirePrefix: deployment.wirePrefix });
  const eventFacts = await loadEventFacts(tx, org, { events, facts, receivedAt: now, isEntitled: false });
  const failureOf = () => undefined;
  const outcomes = await processBatch(tx, org, { events, facts, eventFacts, failureOf });
  const processed = parked
    .map((row, index) => {
      const outcome = outcomes[index] as Outcome;
      return { ...row, timestamp: row.eventTime, eventTime: row.eventTime.toString(), outcome };
    })
    .filter(hasChanged);
  await updateOutcomes(tx, org, processed);
  await insertDebits(tx, org, debitsOf(processed));
  await recordMarks({ tx, org, now }, marksOf(processed));
  await insertUsage(tx, org, foldUsage(processed, facts.hourOf));
  await releaseEventKeys(tx, org, processed.filter(isReleased));
  if (parked.length === PAGE_SIZE) await planNextPage(context, work, parked);
}

/** Events that still wait for the same thing are left as they are. */
function hasChanged({ status, outcome }: { status: string; outcome: Outcome }): boolean {
  return !outcome.isParked || outcome.status !== status;
}

/** Under a key of its own: a new alias may plan the account's first page again at the same time. */
async function planNextPage(
  { tx, org, now }: DueWorkContext,
  { kind, waitsFor }: Reprocessing,
  page: readonly ParkedEvent[],
): Promise<void> {
  const after = page.at(-1)?.referenceId ?? null;
  const payload = { ...waitsFor, after };
  await planDueWork(tx, org, {
    kind,
    key: `${Object.values(waitsFor).join()} after ${after}`,
    dueAt: now,
    rank: RANK,
    payload,
    now,
  });
}
