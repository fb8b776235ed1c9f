import type { Job, JobEntry } from '../api/generated/types.ts';
import type jobs from '../messages/en/jobs.json';
import type { BadgeShape, Tone } from '../ui/badge.tsx';

interface Look {
  tone: Tone;
  shape?: BadgeShape;
  word: keyof typeof jobs;
}

const LOOKS: Record<Job['status'], Look> = {
  SCHEDULED: { tone: 'neutral', word: 'status.SCHEDULED' },
  PENDING: { tone: 'info', word: 'status.PENDING' },
  INITIALIZED: { tone: 'info', word: 'status.INITIALIZED' },
  WAITING_FOR_CONFIRMATION: { tone: 'warn', word: 'status.WAITING_FOR_CONFIRMATION' },
  IN_PROGRESS: { tone: 'info', shape: 'half', word: 'status.IN_PROGRESS' },
  COMPLETED: { tone: 'good', word: 'status.COMPLETED' },
  FAILED: { tone: 'bad', word: 'status.FAILED' },
  CANCELLED: { tone: 'neutral', shape: 'struck', word: 'status.CANCELLED' },
};

export function jobLook({ status }: { status: Job['status'] | JobEntry['status'] }): Look {
  return LOOKS[status];
}

export const JOB_STATUSES = Object.keys(LOOKS) as Job['status'][];
export const JOB_TYPES: readonly Job['type'][] = ['BILL_RUN', 'EVENT_CORRECTIONS', 'PRICE_PLAN'];

const OVER: readonly Job['status'][] = ['COMPLETED', 'FAILED', 'CANCELLED'];

export function isOver({ status }: Pick<Job, 'status'>): boolean {
  return OVER.includes(status);
}

/** Per cent of the entries that have an end, failed ones included. */
export function progressOf({ totalJobEntries: all, pendingJobEntries: pending }: Job): number {
  return all === 0 ? 0 : Math.round(((all - pending) / all) * 100);
}
