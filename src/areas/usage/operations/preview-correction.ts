import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { findUsageMeter, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Org, operation } from '#platform/http/operation.ts';
import { checkReplacement } from '../corrections/check-replacement.ts';
import { chooseEvents } from '../corrections/choose-events.ts';
import type { Correction } from '../corrections/open-correction.ts';
import { previewCorrection as preview } from '../corrections/preview-correction.ts';
import {
  CorrectionPreview,
  MAX_IN_PREVIEW,
  type PreviewCorrectionQuery,
  PreviewCorrectionQuery as Query,
} from '../corrections/preview-schema.ts';
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
  request: { query: Query, body: CorrectEventsRequest, isBodyOptional: true },
  response: { status: 200, body: CorrectionPreview },
  problems: [
    ...[accountNotFound, usageMeterNotFound, correctionInvalid, eventNotFound, nothingToCorrect],
    eventTooLarge,
  ],
  bodyLimit: 2 * MAX_EVENT_BYTES,
  tooLargeStatus: 422,
  readPlainBody,
  async handle(context, { query, body = {} }) {
    const { tx, org, actor } = context;
    const { action } = query;
    if (body.event) checkReplacement(body.event);
    const supposed = await readSupposed(tx, org, query);
    const numbers = await chooseEvents(tx, org, { ...query, ...body, limit: MAX_IN_JOB });
    const previewed = numbers.slice(0, MAX_IN_PREVIEW);
    const replacement = action === 'REDO_EVENT' ? (body.event ?? null) : null;
    const source = { type: 'CORRECTION', id: actor.credentialId };
    const correction = { action, numbers: previewed, replacement, source, ...supposed };
    const { isComplete, ...changes } = await preview(context, correction);
    return {
      ...{ events: numbers.length, previewed: previewed.length, ...changes },
      isComplete: isComplete && previewed.length === numbers.length,
    };
  },
});

/** What a preview supposes that is not so. */
async function readSupposed(
  tx: Tx,
  org: Org,
  { action, as_account_id: account, as_usage_meter_id: meter }: PreviewCorrectionQuery,
): Promise<Pick<Correction, 'asAccountId' | 'openMeter'>> {
  for (const [at, value] of Object.entries({ as_account_id: account, as_usage_meter_id: meter }))
    if (value !== undefined && action !== 'REDO') throw correctionInvalid({ at, rule: 'needs action=REDO' });
  const asAccountId = account === undefined ? null : (await getAccount(tx, org, account)).id;
  const found = meter === undefined ? null : await findUsageMeter(tx, org, meter);
  if (meter !== undefined && !found) throw usageMeterNotFound({ id: meter });
  return { asAccountId, openMeter: found };
}
