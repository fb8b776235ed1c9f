export { INVOICES_OF_ENTRIES } from './billed-entries.ts';
export { CONFIRMATION_OBSTACLES, type ConfirmedJob } from './confirmation-obstacles.ts';
export { createJob, type NewJob } from './create-job.ts';
export { holdEntries, releaseEntries } from './hold-entries.ts';
export { BILL_RUN_STARTS, type StartedRun, TOTALS_ARE_APPROVED } from './ports.ts';
export {
  jobAlreadyActive,
  jobNotFound,
  reviewBlocks,
  reviewChanged,
  reviewMissing,
} from './problems.ts';
export { countPending } from './rules.ts';
export { EntryFailure, runJobEntry } from './run-job-entry.ts';
export type { JobType } from './schema.ts';
export { eraseEntryFailures, listFailedEntities } from './store/entries.ts';
export { findActiveJob, findJob, type JobRow, lockJob } from './store/jobs.ts';
