import { accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { HeadedResponse } from '#platform/http/headed-response.ts';
import { ApiResponse, CommittedProblem, operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { invalidRequest } from '#platform/problem.ts';
import { checkEntitled, describeRemainder } from '../check-entitled.ts';
import type { Outcome } from '../event.ts';
import { ingestAlone } from '../ingestion/ingest-alone.ts';
import {
  duplicateEvent,
  enrichmentFailed,
  eventRefused,
  eventTooLarge,
  insufficientCredits,
  noEventId,
  notAFeatureEvent,
} from '../problems.ts';
import { findContradiction, isTooLarge } from '../read-events.ts';
import { readPlainBody } from '../read-plain-body.ts';
import { describeRecorded } from '../recorded.ts';
import { ENTITLED_HEADERS, IngestEventRequest, MAX_EVENT_BYTES } from '../schema.ts';

export const ingestEntitledEvent = operation({
  id: 'ingestEntitledEvent',
  method: 'POST',
  route: '/entitled',
  // An entitlement check needs the same scope as ingestion, because it stores and debits the same.
  scope: 'events:write',
  rateClass: 'ingest',
  summary: 'Check entitlement to an event, and ingest it',
  description:
    'Debits the feature of the event schema, all or nothing, and returns success only if the credits ' +
    'sufficed: grant access on 200 only. Credits-Remaining and Overage-Remaining give ' +
    'the remainder, also if the credits did not suffice. After a lost response, send the same event ' +
    'again; 409 for an identical one means it was already debited. Rejected events are stored with their ' +
    'status, and their ids can be sent again.',
  request: { body: IngestEventRequest },
  response: { status: 200, body: Success, headers: ENTITLED_HEADERS },
  problems: [
    ...[eventTooLarge, noEventId, duplicateEvent, notAFeatureEvent, accountNotFound, accountInDraft],
    ...[enrichmentFailed, eventRefused, insufficientCredits],
  ],
  bodyLimit: 2 * MAX_EVENT_BYTES,
  tooLargeStatus: 422,
  readPlainBody,
  async handle(context, { body: { event } }) {
    if (isTooLarge(event)) throw eventTooLarge();
    const contradiction = findContradiction(event);
    if (contradiction) throw invalidRequest({ problems: [`event.${contradiction}`] });
    const source = { type: 'ENTITLED', id: context.actor.credentialId };
    const { outcomes, recordedAt } = await ingestAlone(context, [{ event, source, isEntitled: true }]);
    const outcome = outcomes[0] as Outcome;
    const verdict = checkEntitled(event, outcome);
    if (verdict && !verdict.isKept) throw verdict.problem;
    if (verdict) return new CommittedProblem(verdict.problem);
    const headers = { ...describeRecorded(recordedAt(0)), ...describeRemainder(event, outcome) };
    return new HeadedResponse(new ApiResponse(200, { success: true }), headers);
  },
});
