import { listRights } from '#areas/users/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeWhole } from '../describe-approval.ts';
import { lockPending, requireRequester } from '../lock-pending.ts';
import { approvalDecided, approvalNotFound, notTheRequester } from '../problems.ts';
import { Approval, ApprovalParams, UpdateApprovalRequest } from '../schema.ts';
import { updateApproval as updateRow } from '../store/approvals.ts';

export const updateApproval = operation({
  id: 'updateApproval',
  method: 'PATCH',
  route: '/ext/v1/approvals/{approval_id}',
  scope: null,
  summary: 'Give the reason of a request that waits',
  description: 'For the user or the API key that sent the request.',
  request: { params: ApprovalParams, body: UpdateApprovalRequest },
  response: { status: 200, body: Approval },
  problems: [approvalNotFound, approvalDecided, notTheRequester],
  async handle(context, { params, body }) {
    const { tx, org, now } = context;
    const approval = await lockPending(context, params.approval_id);
    requireRequester(context, approval);
    const set = { reason: body.reason === '' ? null : body.reason };
    const changed = (await updateRow(tx, org, { id: approval.id, now, set })) ?? approval;
    return describeWhole(changed, await listRights(tx, org));
  },
});
