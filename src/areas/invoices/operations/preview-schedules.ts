import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { DRAFT_PROBLEMS } from '#areas/schedules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { previewDraftSchedules } from '../schedule-preview/preview-schedules.ts';
import { PreviewSchedulesParams, SchedulesPreview } from '../schedule-preview/schema.ts';

export const previewSchedules = operation({
  id: 'previewSchedules',
  method: 'POST',
  route: '/ext/v1/accounts/{account_id}/schedules/preview',
  scope: 'plans:write',
  summary: 'Preview what the draft schedules of an account do to its draft invoices',
  description:
    'Changes nothing: makes the draft schedules live, as finalizeSchedules does without pre-actions, ' +
    'computes the draft invoices of the account, and rolls all of it back. What later cycles bill, and ' +
    'amounts of earlier cycles that are settled later, are not part of it.',
  request: { params: PreviewSchedulesParams },
  response: { status: 200, body: SchedulesPreview },
  problems: [accountNotFound, accountArchived, accountInDraft, ...DRAFT_PROBLEMS, concurrentChange],
  handle: (context, { params }) => previewDraftSchedules(context, params.account_id),
});
