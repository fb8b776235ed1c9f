import { listRights } from '#areas/users/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describePolicy } from '../describe-policy.ts';
import { ApprovalPolicy } from '../schema.ts';
import { findPolicyRow } from '../store/policies.ts';

export const getApprovalPolicy = operation({
  id: 'getApprovalPolicy',
  method: 'GET',
  route: '/ext/v1/approval_policy',
  scope: 'approvals:read',
  summary: 'Get the policy of approvals',
  description: 'Which requests wait for a second person. Each environment has its own.',
  response: { status: 200, body: ApprovalPolicy },
  handle: async ({ tx, org }) => describePolicy(await findPolicyRow(tx, org), await listRights(tx, org)),
});
