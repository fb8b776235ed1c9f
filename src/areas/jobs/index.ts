export { INVOICES_OF_ENTRIES } from './billed-entries.ts';
export { createJob, type NewJob } from './create-job.ts';
export { BILL_RUN_STARTS, type StartedRun, TOTALS_ARE_APPROVED } from './ports.ts';
export { jobAlreadyActive, jobNotFound } from './problems.ts';
export { runJobEntry } from './run-job-entry.ts';
export type { JobType } from './schema.ts';
export { eraseEntryFailures } from './store/entries.ts';
export { findActiveJob, findJob, type JobRow } from './store/jobs.ts';
