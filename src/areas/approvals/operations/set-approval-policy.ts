import { approversTooFew, listRights } from '#areas/users/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describePolicy } from '../describe-policy.ts';
import { policyInvalid } from '../problems.ts';
import { ApprovalPolicy, SetApprovalPolicyRequest } from '../schema.ts';
import { setPolicy } from '../set-policy.ts';
import { findPolicyRow } from '../store/policies.ts';

export const setApprovalPolicy = operation({
  id: 'setApprovalPolicy',
  method: 'PUT',
  route: '/ext/v1/approval_policy',
  scope: 'org:write',
  summary: 'Set the policy of approvals',
  description:
    'FINALIZATION covers the issue of invoices on request, REFUND everything that gives money back or ' +
    'waives it, DELETION the deletion and archival of resources. Once there is a rule, changes of the ' +
    'policy that let more pass need approval themselves, and so does giving users the right to approve ' +
    '(ACCESS). Needs two users who can approve. docs/approvals.md lists the operations.',
  request: { body: SetApprovalPolicyRequest },
  response: { status: 200, body: ApprovalPolicy },
  problems: [policyInvalid, approversTooFew],
  async handle(context, { body }) {
    const { tx, org } = context;
    await setPolicy(context, body);
    return describePolicy(await findPolicyRow(tx, org), await listRights(tx, org));
  },
});
