import type { MemberRights } from '#areas/users/index.ts';
import { listApprovers } from './list-approvers.ts';
import { MAX_APPROVERS_SHOWN } from './schema.ts';
import type { ApprovalRow } from './store/approvals.ts';

/** The wire shape of an approval, without the texts of the request. */
export function describeApproval(row: ApprovalRow, members: readonly MemberRights[]) {
  const { id, status, kinds, operationId, summary, method, url } = row;
  const { totals, effects, effectCount, reason, comment, failure, responseStatus } = row;
  const { decidedBy, decidedByName, decidedAt, createdAt, updatedAt, expiresAt } = row;
  const isPending = status === 'PENDING';
  return {
    ...{ id, status, kinds, operationId, summary, method, url, totals, effects, effectCount },
    requestedBy: {
      type: row.requesterType,
      id: row.requesterId,
      name: row.requesterName,
      userId: row.personId,
    },
    ...(isPending && { approvers: listApprovers(row, members).slice(0, MAX_APPROVERS_SHOWN).map(nameOf) }),
    ...(decidedBy !== null && { decidedBy: { id: decidedBy, name: decidedByName ?? '' } }),
    ...{ reason, comment, failure, responseStatus, decidedAt, createdAt, updatedAt, expiresAt },
  };
}

/** The same with them. */
export function describeWhole(row: ApprovalRow, members: readonly MemberRights[]) {
  return { ...describeApproval(row, members), requestBody: row.body, response: row.response };
}

function nameOf({ id, name }: MemberRights) {
  return { id, name };
}
