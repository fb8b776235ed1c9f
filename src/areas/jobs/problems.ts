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
export const reviewMissing = problemKind(
  'REVIEW_MISSING',
  400,
  (d: { id: string }) =>
    `bill run ${d.id} has no finished review; create one with POST /ext/v1/draft_reviews and wait until ` +
    'it is READY',
);
export const reviewBlocks = problemKind(
  'REVIEW_BLOCKS',
  400,
  (d: { id: string; drafts: number }) =>
    `bill run ${d.id} cannot be confirmed: ${d.drafts} of its drafts have open findings of level BLOCK; ` +
    'dismiss the findings with a comment, or hold the drafts',
);
export const reviewChanged = problemKind(
  'REVIEW_CHANGED',
  409,
  (d: { version: number; current: number }) =>
    `the review has changed since version ${d.version} and is now at version ${d.current}; look at it ` +
    'again before you confirm the bill run',
);
