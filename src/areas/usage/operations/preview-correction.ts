import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { checkReplacement } from '../corrections/check-replacement.ts';
import { chooseEvents } from '../corrections/choose-events.ts';
import { previewCorrection as preview } from '../corrections/preview-correction.ts';
import { CorrectionPreview, MAX_IN_PREVIEW, PreviewCorrectionQuery } from '../corrections/preview-schema.ts';
import { CorrectEventsRequest, MAX_IN_JOB } from '../corrections/schema.ts';
import { correctionInvalid, eventNotFound, eventTooLarge, nothingToCorrect } from '../problems.ts';
import { readPlainBody } from '../read-plain-body.ts';
import { MAX_EVENT_BYTES } from '../schema.ts';

export const previewCorrection = operation({
  id: 'previewCorrection',
  method: 'POST',
  route: '/ext/v1/events/correction_preview',
  scope: 'events:write',
  summary: 'Show what a correction of events would change, and change nothing',
  description:
    'Takes the query and the body of POST /events/correction and returns what would change: the outcome of ' +
    `the events, usage, invoices and credits. It corrects the latest ${MAX_IN_PREVIEW} of the selected ` +
    'events, reads what has changed and takes everything back.',
  request: { query: PreviewCorrectionQuery, body: CorrectEventsRequest, isBodyOptional: true },
  response: { status: 200, body: CorrectionPreview },
  problems: [accountNotFound, correctionInvalid, eventNotFound, nothingToCorrect, eventTooLarge],
  bodyLimit: 2 * MAX_EVENT_BYTES,
  tooLargeStatus: 422,
  readPlainBody,
  async handle(context, { query, body = {} }) {
    const { tx, org, actor } = context;
    const { action, as_account_id: wanted } = query;
    if (body.event) checkReplacement(body.event);
    if (wanted !== undefined && action !== 'REDO')
      throw correctionInvalid({ at: 'as_account_id', rule: 'needs action=REDO' });
    const asAccountId = wanted === undefined ? null : (await getAccount(tx, org, wanted)).id;
    const numbers = await chooseEvents(tx, org, { ...query, ...body, limit: MAX_IN_JOB });
    const previewed = numbers.slice(0, MAX_IN_PREVIEW);
    const replacement = action === 'REDO_EVENT' ? (body.event ?? null) : null;
    const source = { type: 'CORRECTION', id: actor.credentialId };
    const correction = { action, numbers: previewed, replacement, source, asAccountId };
    const { isComplete, ...changes } = await preview(context, correction);
    return {
      ...{ events: numbers.length, previewed: previewed.length, ...changes },
      isComplete: isComplete && previewed.length === numbers.length,
    };
  },
});
