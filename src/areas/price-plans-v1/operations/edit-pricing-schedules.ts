import { Type } from 'typebox';
import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { cycleConfigInvalid } from '#areas/price-plans/index.ts';
import { EDIT_PROBLEMS, UpdatePricingScheduleResponse } from '#areas/schedules/index.ts';
import { runDry } from '#platform/db/dry-run.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { editAccountTimeline } from '../edit-account-timeline.ts';
import { associationInvalid, CONTENT_PROBLEMS } from '../problems.ts';
import { AccountParams, EditPricingScheduleRequest } from '../schedule-schema.ts';

export const editPricingSchedules = operation({
  id: 'editPricingSchedules',
  method: 'POST',
  route: '/accounts/{account_id}/edit_schedules',
  scope: 'plans:write',
  summary: 'Edit the live schedules of an account',
  description:
    'Applies all edits in order, or none; each edit sees the result of the one before. ' +
    'Returns the schedules from today on.',
  deprecated: { ...SUPERSEDED, successor: 'POST /v2/accounts/{account_id}/edit_schedules' },
  request: {
    params: AccountParams,
    query: Type.Object({
      dry_run: Type.Optional(
        Type.Boolean({
          description: 'Validates and returns the resulting schedules, but stores nothing',
        }),
      ),
    }),
    body: EditPricingScheduleRequest,
  },
  response: { status: 200, body: UpdatePricingScheduleResponse },
  problems: [
    ...[accountNotFound, accountArchived, accountInDraft, associationInvalid, cycleConfigInvalid],
    ...[...EDIT_PROBLEMS, ...CONTENT_PROBLEMS],
  ],
  handle(context, { params, query, body: { edits } }) {
    const pathOf = (index: number) => `edits[${index}]`;
    const edit = () => editAccountTimeline(context, { accountId: params.account_id, edits, pathOf });
    return query.dry_run ? runDry(context.tx, edit) : edit();
  },
});
