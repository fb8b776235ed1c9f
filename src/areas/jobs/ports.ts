import { port } from '#platform/ports.ts';

/** A bill run that a request has started. */
export interface StartedRun {
  jobId: string;
  /** Whether each invoice may only be issued with the total that it has now. */
  keepsTotals: boolean;
}

/** The request that starts a bill run notes what it is about to issue. */
export const BILL_RUN_STARTS = port<StartedRun, true>('jobs.bill_run_starts');

/** Whether finalizations are approved by their totals. The key is the id of the job or the invoice. */
export const TOTALS_ARE_APPROVED = port<string, true>('jobs.totals_are_approved');
