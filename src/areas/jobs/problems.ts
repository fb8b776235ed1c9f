import { notFoundKind, problemKind } from '#platform/problem.ts';
import type { JobStatus, JobType } from './schema.ts';

export const jobNotFound = notFoundKind('job');
export const jobNotDecidable = problemKind(
  'JOB_NOT_DECIDABLE',
  400,
  (d: { id: string; status: JobStatus; verb: 'confirm' | 'reject'; from: readonly JobStatus[] }) =>
    `job ${d.id} is ${d.status}; only a job in ${d.from.join(', ')} can be ${d.verb}ed`,
);
export const jobAlreadyActive = problemKind(
  'JOB_ALREADY_ACTIVE',
  409,
  (d: { type: JobType }) =>
    `another job of type ${d.type} is not settled yet; wait until it is, ` +
    'or reject it if it waits for confirmation',
);
