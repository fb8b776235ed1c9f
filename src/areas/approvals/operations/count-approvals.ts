import { operation } from '#platform/http/operation.ts';
import { APPROVE } from '../rules.ts';
import { ApprovalCounts } from '../schema.ts';
import { countWaiting } from '../store/approvals.ts';

export const countApprovals = operation({
  id: 'countApprovals',
  method: 'GET',
  route: '/ext/v1/approval_counts',
  scope: 'approvals:read',
  summary: 'Count the requests that wait for approval',
  description: 'Those of the environment, and those that the caller can approve.',
  response: { status: 200, body: ApprovalCounts },
  async handle({ tx, org, actor: { user, scopes } }) {
    const counts = await countWaiting(tx, org);
    const own = counts.filter(
      ({ scope, personId }) => user && user.id !== personId && scopes.has(APPROVE) && scopes.has(scope),
    );
    return { waiting: sum(counts), forCaller: sum(own) };
  },
});

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
