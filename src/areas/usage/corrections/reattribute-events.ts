import { REATTRIBUTE_EVENTS } from '#areas/accounts/index.ts';
import {
  awaitRunningIngestions,
  planScheduledWork,
  type StoredScheduledWork,
} from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type LostEvents, listLostEvents } from '../store/corrections.ts';
import { uncorrectableStatuses } from './check-correction.ts';
import { createCorrectionJob } from './correction-job.ts';
import { MAX_IN_JOB } from './schema.ts';

const RANK = 45;
/** Events with this status are processed once an account gets the alias. */
const WAITS = 'INGESTION_FAILED_ACCOUNT_NOT_FOUND';

/**
 * Creates a job that re-ingests events that counted for an account under an alias it has lost. Each then
 * counts for the account that has the alias at the event's time, or waits if none has. Entries of closed
 * cycles fail with a reason. If there are more events than one job can have, it schedules the next job.
 */
export async function reattributeEvents(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  // A running ingestion that still saw the alias may be about to commit.
  await awaitRunningIngestions(tx, org);
  const lost = readLost(payload);
  const numbers = await listLostEvents(tx, org, {
    ...{ ...lost, except: [...uncorrectableStatuses('REDO'), WAITS] },
    ...{ after: Number(payload.after ?? 0), limit: MAX_IN_JOB },
  });
  if (numbers.length === 0) return;
  await createCorrectionJob(context, {
    ...{ action: 'REDO', numbers, replacement: null, requireConfirmation: false },
    because: { alias: lost.value, accountId: lost.accountId },
  });
  if (numbers.length < MAX_IN_JOB) return;
  const after = numbers.at(-1) ?? 0;
  const key = `${lost.accountId} ${lost.value} from ${lost.from} after ${after}`;
  const piece = { kind: REATTRIBUTE_EVENTS, key, dueAt: now, rank: RANK, payload: { ...lost, after }, now };
  await planScheduledWork(tx, org, piece);
}

function readLost({ accountId, value, from, until }: StoredScheduledWork['payload']): LostEvents & {
  [member: string]: string | null;
} {
  const textOf = (member: unknown) => (typeof member === 'string' ? member : null);
  return {
    ...{ accountId: String(accountId), value: String(value) },
    ...{ from: textOf(from), until: textOf(until) },
  };
}
