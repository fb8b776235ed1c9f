import { listRights } from '#areas/users/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { hashBody } from '#platform/db/idempotency.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ApprovalGate, HeldRequest } from '#platform/http/approval-gate.ts';
import { approvalRequired, nobodyCanApprove, tooManyPending } from '#platform/http/approval-problems.ts';
import type { Context, Scope } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import type { Problem } from '#platform/problem.ts';
import { EXPIRE_APPROVAL, EXPIRY_RANK } from './expire-approval.ts';
import { getRequester } from './find-requester.ts';
import { listApprovers } from './list-approvers.ts';
import { mailApprovers } from './mail-approvers.ts';
import { describeEffects, isHeld, sayTotals } from './rules.ts';
import { MAX_TEXT } from './schema.ts';
import { hideSecrets } from './secret-body.ts';
import { type ApprovalRow, countPending, findWaiting, insertApproval } from './store/approvals.ts';
import { readPolicy } from './store/policies.ts';

/** Requests of an organization that wait at the same time. */
const MAX_PENDING = 1000;
/** As long as a job waits for its confirmation. */
const LIFE_HOURS = 7 * 24;
/** A repetition of these without an Idempotency-Key is the same request. */
const REPEATABLE: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** Lets requests wait by the policy of their organization. */
export const approvalGate: ApprovalGate = {
  async needsApproval({ tx, org, actor }, effects) {
    const keyId = actor.user ? null : actor.credentialId;
    return isHeld(await readPolicy(tx, org), effects, keyId);
  },
  hold,
};

/**
 * Stores a request that waits, tells those who can approve it, and returns the response. Raises
 * `requesterUnknown`, `nobodyCanApprove` and `tooManyPending`.
 */
async function hold(context: Context, request: HeldRequest): Promise<Problem> {
  const { tx, org } = context;
  const requester = await getRequester(context);
  const { operation, url, idempotency, body } = request;
  const bodyHash = idempotency?.bodyHash ?? hashBody(body ?? '');
  const idempotencyKey = idempotency?.key ?? null;
  const sent = { operationId: operation.id, url, bodyHash, idempotencyKey, ...requester };
  const isRepeatable = REPEATABLE.includes(operation.method);
  const pending = await countPending(tx, org);
  const waiting = await findWaiting(tx, org, { ...sent, isRepeatable });
  const members = await listRights(tx, org);
  if (waiting) return tell(waiting, listApprovers(waiting, members));
  if (pending >= MAX_PENDING) throw tooManyPending({ max: MAX_PENDING });
  const scope: Scope = operation.scope ?? 'org:write';
  const approvers = listApprovers({ scope, ...requester }, members);
  const described = describeEffects(request.effects);
  if (approvers.length === 0) throw nobodyCanApprove({ what: sayTotals(described.totals), scope });
  const row = await store(context, request, { ...sent, ...described, scope });
  await mailApprovers(context, row, approvers);
  return tell(row, approvers);
}

async function store(
  { tx, org, now, deployment }: Context,
  { operation, baseUrl, body, ifMatch }: HeldRequest,
  sent: Pick<
    ApprovalRow,
    | ('operationId' | 'url' | 'bodyHash' | 'idempotencyKey' | 'scope')
    | ('requesterType' | 'requesterId' | 'requesterName' | 'personId')
    | ('totals' | 'effects' | 'effectCount' | 'kinds' | 'digest')
  >,
): Promise<ApprovalRow> {
  const { summary, method } = operation;
  const id = newId('apr', now);
  const expiresAt = now.add({ hours: LIFE_HOURS });
  const { orgId } = org;
  const row = await insertApproval(tx, {
    ...{ orgId, id, status: 'PENDING', summary, method, baseUrl, ifMatch },
    ...hideSecrets(deployment, operation, { orgId, id, body }),
    reason: reasonIn(body),
    ...sent,
    ...{ createdAt: now, updatedAt: now, expiresAt },
  });
  // Requests that begin to wait do so one after the other.
  if (!row) throw new Error(`approval ${id} waits already`);
  const work = { kind: EXPIRE_APPROVAL, key: id, dueAt: expiresAt, rank: EXPIRY_RANK };
  await planScheduledWork(tx, org, { ...work, payload: { approvalId: id }, now });
  publishEvent(tx, org, { type: 'approval.requested', id, now });
  // step: a request waits for approval
  return row;
}

/** Most requests that give money back say why; the one who sent it can change it. */
function reasonIn(body: string | null): string | null {
  const sent: unknown = body === null ? null : JSON.parse(body);
  if (typeof sent !== 'object' || sent === null) return null;
  const { reason, refundReason = reason } = sent as Record<string, unknown>;
  return typeof refundReason === 'string' ? refundReason.slice(0, MAX_TEXT) : null;
}

function tell({ id, totals }: ApprovalRow, approvers: readonly { name: string }[]): Problem {
  return approvalRequired({ id, what: sayTotals(totals), approvers: approvers.map(({ name }) => name) });
}
