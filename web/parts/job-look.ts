import type { Job, JobEntry } from '../api/generated/types.ts';
import { looksOf } from '../ui/look.ts';

/** Of a job, and of its entries. */
export const jobStatus = looksOf<Job['status'] | JobEntry['status']>({
  SCHEDULED: { tone: 'neutral' },
  PENDING: { tone: 'info' },
  INITIALIZED: { tone: 'info' },
  WAITING_FOR_CONFIRMATION: { tone: 'warn' },
  IN_PROGRESS: { tone: 'info', shape: 'half' },
  COMPLETED: { tone: 'good' },
  FAILED: { tone: 'bad' },
  CANCELLED: { tone: 'neutral', shape: 'struck' },
});

export const JOB_TYPES: readonly Job['type'][] = ['BILL_RUN', 'EVENT_CORRECTIONS', 'PRICE_PLAN'];

const OVER: readonly Job['status'][] = ['COMPLETED', 'FAILED', 'CANCELLED'];

export function isOver({ status }: Pick<Job, 'status'>): boolean {
  return OVER.includes(status);
}

/** Per cent of the entries that have an end, failed ones included. */
export function progressOf({ totalJobEntries: all, pendingJobEntries: pending }: Job): number {
  return all === 0 ? 0 : Math.round(((all - pending) / all) * 100);
}
