import { publishEvent } from '#areas/webhooks/index.ts';
import { readClock } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Effect } from '#platform/db/effects.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import type { Actor } from '#platform/http/operation.ts';
import type { OperationResponse } from '#platform/http/operation-response.ts';
import type { SessionUser } from '#platform/http/session-user.ts';
import { Problem } from '#platform/problem.ts';
import { checkApprover } from './check-approver.ts';
import { answerRepetition, endApproval } from './end-approval.ts';
import { EXPIRE_APPROVAL } from './expire-approval.ts';
import { findRequesterNow } from './find-requester.ts';
import { approvalDecided, approvalNotFound, approvalStale } from './problems.ts';
import { describeEffects, sayTotals } from './rules.ts';
import { bodyAsSent } from './secret-body.ts';
import { type ApprovalRow, findApproval, lockApproval, updateApproval } from './store/approvals.ts';

/** Problems that say nothing about the request: the approval waits on, and can be given again. */
const PASSING = new Set(['CONCURRENT_CHANGE', 'REQUEST_IN_PROGRESS']);

interface Approving {
  context: LongContext;
  approval: ApprovalRow;
  approver: SessionUser;
  comment: string | undefined;
}

/**
 * Executes a waiting request in the name of the one who sent it, in one transaction with the decision, and
 * returns the approval. If it would do anything else than what the approval shows, nothing happens and the
 * approval is STALE.
 */
export async function approve(
  context: LongContext,
  { id, comment }: { id: string; comment: string | undefined },
): Promise<ApprovalRow> {
  const { org, actor } = context;
  const approval = await inOrg(context, 'read', (tx) => findApproval(tx, org, id));
  if (!approval) throw approvalNotFound({ id });
  const approver = checkApprover(actor, approval);
  // A repetition, for example because the response was lost.
  if (isDone(approval) && approval.decidedBy === approver.id) return approval;
  const { status, decidedByName: by } = approval;
  if (!isOpen(approval)) throw approvalDecided({ id, status, by });
  return execute({ context, approval, approver, comment });
}

function isDone({ status, responseStatus }: ApprovalRow): boolean {
  return status === 'APPROVED' && responseStatus !== null;
}

/** Waits, or was taken by a process that ended before it had executed the request. */
function isOpen(approval: ApprovalRow): boolean {
  return approval.status === 'PENDING' || (approval.status === 'APPROVED' && !isDone(approval));
}

async function execute(approving: Approving): Promise<ApprovalRow> {
  const { context, approval } = approving;
  const { operationId, url, baseUrl, ifMatch } = approval;
  const body = bodyAsSent(context.deployment, approval);
  const actor = await findActor(approving);
  if (!actor) {
    const message = `${approval.requesterName}, who sent the request, no longer has the rights for it`;
    return fail(approving, { code: 'REQUESTER_WITHOUT_RIGHTS', message });
  }
  let isBegun = false;
  let done: ApprovalRow | null = null;
  try {
    await context.runApproved({
      ...{ operationId, url, baseUrl, body, ifMatch, actor, requestId: context.requestId },
      begin: async (tx, { isLong }) => {
        isBegun = false;
        await begin(tx, approving, isLong);
        isBegun = true;
      },
      end: async (tx, executed) => {
        done = await end(tx, approving, executed);
      },
    });
  } catch (error) {
    if (!isBegun || !(error instanceof Problem) || isPassing(error)) throw error;
    return fail(approving, { code: error.code, message: error.message });
  }
  return done ?? approval;
}

function isPassing({ code, status }: Problem): boolean {
  return PASSING.has(code) || status >= 500 || status === 429;
}

/** The one who sent the request, acting under this approval; null if it lacks the rights now. */
async function findActor({ context, approval, approver }: Approving): Promise<Actor | null> {
  const requester = await inOrg(context, 'read', (tx) => findRequesterNow(tx, context.org, approval));
  if (!requester?.scopes.has(approval.scope)) return null;
  const { id: approverId, name: approverName } = approver;
  return { ...requester, approval: { id: approval.id, approverId, approverName } };
}

/** Of two decisions, the second one waits here for the first, and finds it. */
async function begin(tx: Tx, approving: Approving, isLong: boolean): Promise<void> {
  const { context, approval, approver } = approving;
  const { org } = context;
  const { id } = approval;
  const locked = await lockApproval(tx, org, id);
  if (!locked) throw approvalNotFound({ id });
  const now = await readClock(tx, org);
  const isOver = Temporal.Instant.compare(locked.expiresAt, now) <= 0;
  // Its process ended before it could say that the request was executed: execute it again.
  const isUnfinished = isLong && locked.status === 'APPROVED' && locked.responseStatus === null;
  if (isUnfinished) return;
  if (locked.status !== 'PENDING')
    throw approvalDecided({ id, status: locked.status, by: locked.decidedByName });
  if (isOver) throw approvalDecided({ id, status: 'EXPIRED', by: null });
  // Requests that open their own transactions are decided before they are executed.
  if (isLong) await decide(tx, approving, { approver, now });
}

async function end(
  tx: Tx,
  approving: Approving,
  { effects, response }: { effects: readonly Effect[]; response: OperationResponse },
): Promise<ApprovalRow> {
  const { context, approval, approver } = approving;
  const { org } = context;
  const { id } = approval;
  const { digest, totals } = describeEffects(effects);
  if (digest !== approval.digest) throw changed(approval, sayTotals(totals));
  const now = await readClock(tx, org);
  const text = String(response.text);
  const decided = await decide(tx, approving, { approver, now, response: { status: response.status, text } });
  await answerRepetition(tx, approval, {
    status: response.status,
    body: text,
    headers: response.headers ?? null,
  });
  await cancelScheduledWork(tx, org, { kind: EXPIRE_APPROVAL, key: id });
  publishEvent(tx, org, { type: 'approval.approved', id, now });
  // step: an approved request is about to commit
  return decided;
}

function changed({ totals }: ApprovalRow, present: string): Problem {
  const before = sayTotals(totals);
  const message =
    before === present
      ? `it would concern other resources now than when it was sent (${before})`
      : `it was sent for ${before}, and would be ${present || 'nothing of that kind'} now`;
  return new Problem('EFFECTS_CHANGED', 409, { message });
}

async function decide(
  tx: Tx,
  { context, approval, comment }: Approving,
  decision: { approver: SessionUser; now: Temporal.Instant; response?: { status: number; text: string } },
): Promise<ApprovalRow> {
  const { approver, now, response } = decision;
  const set = {
    ...{ status: 'APPROVED' as const, decidedBy: approver.id, decidedByName: approver.name, decidedAt: now },
    comment: comment ?? null,
    ...(response && { responseStatus: response.status, response: response.text, sealedBody: null }),
  };
  // A wipe of the sandbox has removed it.
  return (await updateApproval(tx, context.org, { id: approval.id, now, set })) ?? { ...approval, ...set };
}

/** Ends an approval whose request can no longer be executed. Raises `approvalStale`. */
async function fail(approving: Approving, failure: { code: string; message: string }): Promise<never> {
  const { context, approval, approver } = approving;
  const { org } = context;
  const { id } = approval;
  await inOrg(context, 'write', async (tx) => {
    const locked = await lockApproval(tx, org, id);
    // Decided by somebody else in between.
    if (!locked || !isOpen(locked)) return;
    const now = await readClock(tx, org);
    await cancelScheduledWork(tx, org, { kind: EXPIRE_APPROVAL, key: id });
    await endApproval({ tx, org, now }, locked, { status: 'STALE', by: approver, failure });
  });
  throw approvalStale({ id, because: failure.message });
}

function inOrg<T>(
  { database, org, actor, requestId, address, operationId }: LongContext,
  access: 'read' | 'write',
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const author = { ...nameActor(actor), requestId, address, operationId };
  return database.transaction({ orgId: org.orgId, access, actor: author }, run);
}
