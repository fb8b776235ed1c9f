import { listRights } from '#areas/users/index.ts';
import { longOperation } from '#platform/http/operation.ts';
import { concurrentChange, forbidden } from '#platform/problem.ts';
import { approve } from '../approve.ts';
import { describeWhole } from '../describe-approval.ts';
import {
  approvalDecided,
  approvalNotFound,
  approvalStale,
  approverIsProgram,
  approverIsRequester,
} from '../problems.ts';
import { Approval, ApprovalParams, ApproveRequest } from '../schema.ts';

export const approveRequest = longOperation({
  id: 'approveRequest',
  method: 'POST',
  route: '/ext/v1/approvals/{approval_id}/approve',
  scope: 'approvals:write',
  summary: 'Approve a request that waits',
  description:
    'Executes the request in the name of the one who sent it, all or nothing with the decision. Needs a ' +
    'user other than that one, who also has the scope of the operation. If the request would have other ' +
    'effects than `totals` and `effects` show, nothing happens, and the approval is STALE.',
  request: { params: ApprovalParams, body: ApproveRequest, isBodyOptional: true },
  response: { status: 200, body: Approval },
  problems: [
    ...[approvalNotFound, approvalDecided, approvalStale, concurrentChange],
    ...[approverIsProgram, approverIsRequester, forbidden],
  ],
  async handleLong(context, { params, body }) {
    const approval = await approve(context, { id: params.approval_id, comment: body?.comment });
    const { database, org } = context;
    const scope = { orgId: org.orgId, access: 'read' } as const;
    return describeWhole(approval, await database.transaction(scope, (tx) => listRights(tx, org)));
  },
});
