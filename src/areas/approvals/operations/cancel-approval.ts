import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import { operation } from '#platform/http/operation.ts';
import { describeWhole } from '../describe-approval.ts';
import { endApproval } from '../end-approval.ts';
import { EXPIRE_APPROVAL } from '../expire-approval.ts';
import { lockPending, requireRequester } from '../lock-pending.ts';
import { approvalDecided, approvalNotFound, notTheRequester } from '../problems.ts';
import { Approval, ApprovalParams } from '../schema.ts';

export const cancelApproval = operation({
  id: 'cancelApproval',
  method: 'POST',
  route: '/ext/v1/approvals/{approval_id}/cancel',
  scope: null,
  summary: 'Cancel a request that waits',
  description: 'For the user or the API key that sent the request.',
  request: { params: ApprovalParams },
  response: { status: 200, body: Approval },
  problems: [approvalNotFound, approvalDecided, notTheRequester],
  async handle(context, { params }) {
    const { tx, org, actor } = context;
    const approval = await lockPending(context, params.approval_id);
    requireRequester(context, approval);
    await cancelScheduledWork(tx, org, { kind: EXPIRE_APPROVAL, key: approval.id });
    const by = actor.user ?? { id: actor.credentialId, name: approval.requesterName };
    return describeWhole(await endApproval(context, approval, { status: 'CANCELLED', by }), []);
  },
});
