import { createJob, findJob, runJobEntry } from '#areas/jobs/index.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Context } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { numberOf, referenceOf } from '../event-numbers.ts';
import { correctionFailed, eventNotFound } from '../problems.ts';
import type { Event } from '../schema.ts';
import { findReplacement, insertReplacement } from '../store/corrections.ts';
import { type CorrectedEvent, correctEvents } from './correct-events.ts';
import { CORRECTION_ACTIONS, type CorrectionAction } from './schema.ts';

/** Scheduled work that corrects one event of a job. */
export const CORRECT_EVENT = 'usage.correct_event';
const MAX_SHOWN = 500;

/** Creates a correction job with one entry per event; the selection of events is final. Returns its id. */
export async function createCorrectionJob(
  context: ScheduledWorkContext & Partial<Pick<Context, 'actor'>>,
  correction: {
    action: CorrectionAction;
    numbers: readonly number[];
    replacement: Event | null;
    requireConfirmation: boolean;
    /** Labels that the job shows beside the action. */
    because?: Record<string, string>;
  },
): Promise<string> {
  const { action, numbers, replacement, requireConfirmation, because } = correction;
  const { id } = await createJob(context, {
    ...{ type: 'EVENT_CORRECTIONS', requireConfirmation, entryKind: CORRECT_EVENT },
    entityIds: numbers.map(referenceOf),
    metadata: { action, ...because },
  });
  const { tx, org } = context;
  if (replacement) await insertReplacement(tx, org, { jobId: id, event: replacement });
  return id;
}

/** Corrects one event as the operation does; the job entry shows the result. */
export function correctEntry(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  return runJobEntry(context, payload, async (reference) => {
    const { tx, org, now } = context;
    const jobId = String(payload.jobId);
    const job = await findJob(tx, org, jobId);
    const action = CORRECTION_ACTIONS.find((each) => each === job?.metadata.action);
    if (!job || !action) throw new Error(`job ${jobId} is not a correction job`);
    const [corrected] = await correctEvents(context, {
      ...{ action, now, replacement: await findReplacement(tx, org, jobId) },
      numbers: [numberOf(reference) ?? 0],
      source: { type: 'CORRECTION', id: job.metadata.requestedBy ?? jobId },
    });
    // Retention deleted the event before the job was confirmed.
    if (!corrected) throw eventNotFound({ id: reference });
    return readEnding(corrected);
  });
}

function readEnding({ row, status, reason }: CorrectedEvent): Record<string, string> {
  if (status === 'FAILED') throw correctionFailed({ reason });
  return { status, reason: shorten(reason), referenceId: referenceOf(row.seq) };
}

function shorten(text: string): string {
  const points = [...text];
  return points.length <= MAX_SHOWN ? text : `${points.slice(0, MAX_SHOWN - 1).join('')}…`;
}
