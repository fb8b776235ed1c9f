import { notFoundKind, problemKind } from '#platform/problem.ts';
import type { JobStatus, JobType } from './schema.ts';

export type JobDecision = 'confirmed' | 'rejected' | 'stopped';

export const jobNotFound = notFoundKind('job');
export const jobNotDecidable = problemKind(
  'JOB_NOT_DECIDABLE',
  400,
  (d: { id: string; status: JobStatus; decision: JobDecision; from: readonly JobStatus[] }) =>
    `job ${d.id} is ${d.status}; only a job in ${d.from.join(', ')} can be ${d.decision}`,
);
export const jobAlreadyActive = problemKind(
  'JOB_ALREADY_ACTIVE',
  409,
  (d: { type: JobType }) =>
    `another job of type ${d.type} is not settled yet; wait until it is, ` +
    'or reject it if it waits for confirmation',
);
export const jobNotStoppable = problemKind(
  'JOB_NOT_STOPPABLE',
  400,
  (d: { id: string; type: JobType }) =>
    `job ${d.id} is of type ${d.type}, which cannot be stopped halfway; only PRICE_PLAN jobs can`,
);
