import { describe, expect, it } from 'vitest';
import { firstStatus, type JobTrigger, nextStatus, settledStatus, statusesMovedBy } from './rules.ts';
import { JOB_STATUSES, type JobStatus } from './schema.ts';

const TRIGGERS: JobTrigger[] = [
  ...(['TIME_REACHED', 'ENTRIES_MADE', 'ASK', 'START'] as const),
  ...(['CONFIRM', 'REJECT', 'EXPIRE', 'STOP', 'SETTLE', 'SETTLE_ALL_FAILED'] as const),
];

/** `money-platform.md` 12, row by row; everything that is not here is refused. */
const MOVES: [from: JobStatus, trigger: JobTrigger, to: JobStatus][] = [
  ['SCHEDULED               ', 'TIME_REACHED', 'PENDING'],
  ['SCHEDULED               ', 'REJECT', 'CANCELLED'],
  ['PENDING                 ', 'ENTRIES_MADE', 'INITIALIZED'],
  ['PENDING                 ', 'REJECT', 'CANCELLED'],
  ['INITIALIZED             ', 'ASK', 'WAITING_FOR_CONFIRMATION'],
  ['INITIALIZED             ', 'START', 'IN_PROGRESS'],
  ['WAITING_FOR_CONFIRMATION', 'CONFIRM', 'IN_PROGRESS'],
  ['WAITING_FOR_CONFIRMATION', 'REJECT', 'CANCELLED'],
  ['WAITING_FOR_CONFIRMATION', 'EXPIRE', 'CANCELLED'],
  ['IN_PROGRESS             ', 'STOP', 'CANCELLED'], // of the console, not of that page
  ['IN_PROGRESS             ', 'SETTLE', 'COMPLETED'],
  ['IN_PROGRESS             ', 'SETTLE_ALL_FAILED', 'FAILED'],
].map(([from = '', ...move]) => [from.trim(), ...move] as [JobStatus, JobTrigger, JobStatus]);

describe('the moves of a job', () => {
  const every = JOB_STATUSES.flatMap((from) => TRIGGERS.map((trigger) => [from, trigger] as const));
  it.each(every)('%s by %s', (from, trigger) => {
    const move = MOVES.find(([status, by]) => status === from && by === trigger);
    expect(nextStatus(from, trigger)).toBe(move?.[2] ?? null);
  });

  it('no trigger moves a settled job', () => {
    const movable = new Set(TRIGGERS.flatMap(statusesMovedBy));
    expect(JOB_STATUSES.filter((status) => !movable.has(status))).toEqual([
      'COMPLETED',
      'FAILED',
      'CANCELLED',
    ]);
  });
});

describe('where a job begins and ends', () => {
  it('waits when it is to be confirmed, and runs when it is not', () => {
    expect([firstStatus(true), firstStatus(false)]).toEqual(['WAITING_FOR_CONFIRMATION', 'IN_PROGRESS']);
  });

  it.each([
    // completed, failed, status
    [0, 0, 'COMPLETED'], // there was nothing to do
    [1, 0, 'COMPLETED'],
    [1, 9, 'COMPLETED'], // failed in part
    [0, 1, 'FAILED'],
    [0, 9, 'FAILED'],
  ])('%i completed and %i failed entries make it %s', (completed, failed, status) => {
    expect(settledStatus({ completed, failed })).toBe(status);
  });
});
