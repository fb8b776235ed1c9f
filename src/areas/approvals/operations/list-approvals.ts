import { listRights } from '#areas/users/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeApproval } from '../describe-approval.ts';
import { ApprovalPage } from '../schema.ts';
import { approvalList, listApprovals as listRows } from '../store/approvals.ts';

export const listApprovals = operation({
  id: 'listApprovals',
  method: 'GET',
  route: '/ext/v1/approvals',
  scope: 'approvals:read',
  summary: 'List approvals',
  description:
    'Requests that wait for a second person, and those decided within the last 400 days. `status=PENDING` ' +
    'lists those that wait.',
  list: approvalList,
  response: { status: 200, body: ApprovalPage },
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    const isWaiting = rows.some(({ status }) => status === 'PENDING');
    const members = isWaiting ? await listRights(tx, org) : [];
    return { data: rows.map((row) => describeApproval(row, members)), nextToken };
  },
});
