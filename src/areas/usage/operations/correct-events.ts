import { operation } from '#platform/http/operation.ts';
import { checkReplacement } from '../corrections/check-replacement.ts';
import { chooseEvents } from '../corrections/choose-events.ts';
import { correctEvents as correct } from '../corrections/correct-events.ts';
import { createCorrectionJob } from '../corrections/correction-job.ts';
import {
  CorrectEventsQuery,
  CorrectEventsRequest,
  CorrectEventsResponse,
  MAX_AT_ONCE,
  MAX_IN_JOB,
} from '../corrections/schema.ts';
import { describeEvent } from '../describe-event.ts';
import { correctionInvalid, eventNotFound, eventTooLarge, nothingToCorrect } from '../problems.ts';
import { readPlainBody } from '../read-plain-body.ts';
import { MAX_EVENT_BYTES } from '../schema.ts';

export const correctEvents = operation({
  id: 'correctEvents',
  method: 'POST',
  route: '/events/correction',
  scope: 'events:write',
  summary: 'Undo events, or undo them and ingest them again',
  description:
    'event.id in the body selects the newest event with that id that is not a duplicate; UNDO and REDO ' +
    'ignore the rest of the body. Without a body, the filters select the events to be ' +
    `corrected, latest first: ${MAX_AT_ONCE} at once, or up to ${MAX_IN_JOB} in a job. With async or ` +
    'require_confirmation, a job of type EVENT_CORRECTIONS does it, and data is empty. Events whose cycle ' +
    'is closed stay unchanged, with status FAILED. After UNDO, the id can be sent again.',
  request: { query: CorrectEventsQuery, body: CorrectEventsRequest, isBodyOptional: true },
  response: { status: 200, body: CorrectEventsResponse },
  problems: [correctionInvalid, eventNotFound, nothingToCorrect, eventTooLarge],
  bodyLimit: 2 * MAX_EVENT_BYTES,
  tooLargeStatus: 422,
  readPlainBody,
  async handle(context, { query, body = {} }) {
    const { tx, org, actor } = context;
    const { action, async: isAsync = false, require_confirmation: requireConfirmation = false } = query;
    if (body.event) checkReplacement(body.event);
    const isJob = isAsync || requireConfirmation;
    const limit = isJob ? MAX_IN_JOB : MAX_AT_ONCE;
    const numbers = await chooseEvents(tx, org, { ...query, ...body, limit });
    const replacement = action === 'REDO_EVENT' ? (body.event ?? null) : null;
    const correction = { action, numbers, replacement };
    if (isJob) {
      const jobId = await createCorrectionJob(context, { ...correction, requireConfirmation });
      return { data: [], jobId };
    }
    const source = { type: 'CORRECTION', id: actor.credentialId };
    const corrected = await correct(context, { ...correction, source });
    return {
      data: corrected.map(({ row, status, reason }) => ({ ...describeEvent(row), status, reason })),
    };
  },
});
