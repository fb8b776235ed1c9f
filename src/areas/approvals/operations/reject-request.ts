import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import { operation } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';
import { checkApprover } from '../check-approver.ts';
import { describeWhole } from '../describe-approval.ts';
import { endApproval } from '../end-approval.ts';
import { EXPIRE_APPROVAL } from '../expire-approval.ts';
import { lockPending } from '../lock-pending.ts';
import { approvalDecided, approvalNotFound, approverIsProgram, approverIsRequester } from '../problems.ts';
import { Approval, ApprovalParams, RejectRequest } from '../schema.ts';

export const rejectRequest = operation({
  id: 'rejectRequest',
  method: 'POST',
  route: '/ext/v1/approvals/{approval_id}/reject',
  scope: 'approvals:write',
  summary: 'Reject a request that waits',
  description: 'Nothing of it happens. For the same users who could approve it.',
  request: { params: ApprovalParams, body: RejectRequest },
  response: { status: 200, body: Approval },
  problems: [approvalNotFound, approvalDecided, approverIsProgram, approverIsRequester, forbidden],
  async handle(context, { params, body }) {
    const { tx, org, actor } = context;
    const approval = await lockPending(context, params.approval_id);
    const by = checkApprover(actor, approval);
    await cancelScheduledWork(tx, org, { kind: EXPIRE_APPROVAL, key: approval.id });
    const ended = await endApproval(context, approval, { status: 'REJECTED', by, comment: body.comment });
    return describeWhole(ended, []);
  },
});
