import { accountNotFound, lockAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { dropOverrides } from '../overrides.ts';
import { noDraftSchedules } from '../problems.ts';
import { AccountParams } from '../schema.ts';
import { deleteDraft } from '../store/drafts.ts';
import { deleteTimeline, listTimeline } from '../store/schedules.ts';

export const discardSchedules = operation({
  id: 'discardSchedules',
  method: 'DELETE',
  route: '/v2/accounts/{account_id}/discard_schedules',
  scope: 'plans:write',
  summary: 'Discard the draft schedules of an account',
  request: { params: AccountParams },
  response: { status: 200, body: Success },
  problems: [accountNotFound, noDraftSchedules],
  async handle({ tx, org }, { params }) {
    const { id: accountId } = await lockAccount(tx, org, params.account_id);
    if (!(await deleteDraft(tx, org, accountId))) throw noDraftSchedules({ id: accountId });
    const [live, draft] = await Promise.all([
      listTimeline(tx, org, { accountId, mode: 'ACTIVE' }),
      listTimeline(tx, org, { accountId, mode: 'DRAFT' }),
    ]);
    await deleteTimeline(tx, org, { accountId, mode: 'DRAFT' });
    await dropOverrides(tx, org, { live, draft });
    return { success: true };
  },
});
