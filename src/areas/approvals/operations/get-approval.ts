import { listRights } from '#areas/users/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeWhole } from '../describe-approval.ts';
import { approvalNotFound } from '../problems.ts';
import { Approval, ApprovalParams } from '../schema.ts';
import { findApproval } from '../store/approvals.ts';

export const getApproval = operation({
  id: 'getApproval',
  method: 'GET',
  route: '/ext/v1/approvals/{approval_id}',
  scope: 'approvals:read',
  summary: 'Get an approval',
  description: 'With the body of the request, and its response once it was executed.',
  request: { params: ApprovalParams },
  response: { status: 200, body: Approval },
  problems: [approvalNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findApproval(tx, org, params.approval_id);
    if (!row) throw approvalNotFound({ id: params.approval_id });
    return describeWhole(row, row.status === 'PENDING' ? await listRights(tx, org) : []);
  },
});
