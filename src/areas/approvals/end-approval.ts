import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { replaceResponse, type StoredResponse } from '#platform/db/idempotency.ts';
import { approvalNotGiven } from '#platform/http/approval-problems.ts';
import { storedForm } from '#platform/http/only-once.ts';
import type { Org } from '#platform/http/operation.ts';
import { type ApprovalRow, updateApproval } from './store/approvals.ts';

export interface Ending {
  status: 'REJECTED' | 'CANCELLED' | 'EXPIRED' | 'STALE';
  /** The user who decided; absent if nobody did. */
  by?: { id: string; name: string };
  comment?: string;
  failure?: { code: string; message: string };
}

const EVENTS = {
  REJECTED: 'approval.rejected',
  CANCELLED: 'approval.cancelled',
  EXPIRED: 'approval.expired',
  STALE: 'approval.stale',
} as const;

type Deciding = { tx: Tx; org: Org; now: Temporal.Instant };

/** Ends a locked approval without an execution. A repeated request is told so from now on. */
export async function endApproval(
  context: Deciding,
  approval: ApprovalRow,
  { status, by, comment, failure }: Ending,
): Promise<ApprovalRow> {
  const { tx, org, now } = context;
  const { id } = approval;
  const decision = { decidedBy: by?.id ?? null, decidedByName: by?.name ?? null, decidedAt: now };
  const set = {
    status,
    ...decision,
    comment: comment ?? null,
    sealedBody: null,
    ...(failure && { failure }),
  };
  const ended = await updateApproval(tx, org, { id, now, set });
  if (!ended) throw new Error(`approval ${id} is gone`);
  const because = `${by ? ` by ${by.name}` : ''}${comment ? `: ${comment}` : ''}`;
  await answerRepetition(tx, approval, storedForm(approvalNotGiven({ id, status, because })));
  publishEvent(tx, org, { type: EVENTS[status], id, now });
  // step: an approval has ended
  return ended;
}

/** From now on, a repetition of the request under its Idempotency-Key gets this response. */
export async function answerRepetition(
  tx: Tx,
  { orgId, requesterId, operationId, url, idempotencyKey, bodyHash }: ApprovalRow,
  response: StoredResponse,
): Promise<void> {
  if (idempotencyKey === null) return;
  const [path = ''] = url.split('?', 1);
  const request = {
    orgId,
    subject: requesterId,
    operation: operationId,
    path,
    key: idempotencyKey,
    bodyHash,
  };
  await replaceResponse(tx, request, response);
}
