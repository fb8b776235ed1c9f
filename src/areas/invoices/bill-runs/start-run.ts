import { BILL_RUN_STARTS } from '#areas/jobs/index.ts';
import { portHandler } from '#platform/ports.ts';
import { noteIssue } from '../finalization/note-effects.ts';
import { listRunDrafts, saveRunTotals } from '../store/approved-totals.ts';

/**
 * Notes what a request that starts a bill run is about to issue. If finalizations are approved by their
 * totals, each invoice is issued with this one, or not at all.
 */
export const billRunStarts = portHandler(BILL_RUN_STARTS, async (tx, org, runs) => {
  for (const { jobId, keepsTotals } of runs) {
    for (const draft of await listRunDrafts(tx, org, jobId)) noteIssue(tx, draft, draft);
    if (keepsTotals) await saveRunTotals(tx, org, { jobId });
  }
  return runs.map(() => true);
});
