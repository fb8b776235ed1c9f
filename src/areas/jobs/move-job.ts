import { isWatched } from '#platform/db/effects.ts';
import type { Actor } from '#platform/http/operation.ts';
import { cancelPlans, type JobContext, planEntries, planExpiry } from './planned-work.ts';
import { BILL_RUN_STARTS, TOTALS_ARE_APPROVED } from './ports.ts';
import { type JobDecision, jobNotDecidable } from './problems.ts';
import {
  countPending,
  firstStatus,
  type JobTrigger,
  nextStatus,
  settledStatus,
  statusesMovedBy,
} from './rules.ts';
import type { JobStatus } from './schema.ts';
import { cancelEntries } from './store/entries.ts';
import { type JobRow, updateJob } from './store/jobs.ts';

/** State transitions of a job that the caller has locked or created. */

/** Starts a job that is due and has its entries: it waits for confirmation, or runs. */
export async function beginJob(context: JobContext, job: JobRow): Promise<JobRow> {
  const { tx, org, now } = context;
  const begun = await updateJob(tx, org, {
    id: job.id,
    now,
    set: { status: firstStatus(job.isConfirmedFirst) },
  });
  if (!job.isConfirmedFirst) return runEntries(context, begun);
  await planExpiry(context, begun);
  return begun;
}

/** Idempotent. Raises `jobNotDecidable`. */
export async function confirmJob(context: JobContext & { actor: Actor }, job: JobRow): Promise<JobRow> {
  if (job.decision === 'CONFIRMED') return job;
  const { tx, org, now, actor } = context;
  const { id } = job;
  const status = statusAfter(job, 'CONFIRM', 'confirmed');
  const metadata = { confirmedBy: actor.credentialId };
  const set = { status, ...decidedBy(context, 'CONFIRMED') };
  const running = await updateJob(tx, org, { id, now, set, metadata });
  await cancelPlans(context, job);
  return runEntries(context, running);
}

/** Idempotent. Raises `jobNotDecidable`. */
export async function rejectJob(context: JobContext & { actor: Actor }, job: JobRow): Promise<JobRow> {
  if (job.decision === 'REJECTED') return job;
  const { tx, org, now, actor } = context;
  const { id } = job;
  const status = statusAfter(job, 'REJECT', 'rejected');
  await cancelPlans(context, job);
  const cancelledEntries = job.cancelledEntries + (await cancelEntries(tx, org, { jobId: id, now }));
  return updateJob(tx, org, {
    id,
    now,
    set: { status, ...decidedBy(context, 'REJECTED'), cancelledEntries, settledAt: now },
    metadata: { rejectedBy: actor.credentialId },
  });
}

function decidedBy({ now, actor }: JobContext & { actor: Actor }, decision: 'CONFIRMED' | 'REJECTED') {
  return { decision, decidedAt: now, decidedByName: actor.user?.name ?? null };
}

/** Cancels the entries that are left; what the others did stays. Idempotent. Raises `jobNotDecidable`. */
export async function stopJob(context: JobContext & { actor: Actor }, job: JobRow): Promise<JobRow> {
  if (job.metadata.stoppedBy !== undefined) return job;
  const { tx, org, now, actor } = context;
  const { id } = job;
  const status = statusAfter(job, 'STOP', 'stopped');
  const cancelledEntries = await cancelEntries(tx, org, { jobId: id, now });
  return updateJob(tx, org, {
    ...{ id, now, set: { status, cancelledEntries, settledAt: now } },
    metadata: { stoppedBy: actor.credentialId },
  });
}

/** Cancels a job that was not confirmed in time. */
export async function expireJob({ tx, org, now }: JobContext, job: JobRow): Promise<void> {
  const status = nextStatus(job.status, 'EXPIRE');
  if (!status) return;
  const cancelledEntries = job.cancelledEntries + (await cancelEntries(tx, org, { jobId: job.id, now }));
  await updateJob(tx, org, { id: job.id, now, set: { status, cancelledEntries, settledAt: now } });
}

/** Ends the job after its last entry. */
export async function settleWhenDone({ tx, org, now }: JobContext, job: JobRow): Promise<JobRow> {
  if (countPending(job) > 0) return job;
  const status = settledStatus({ completed: job.completedEntries, failed: job.failedEntries });
  return updateJob(tx, org, { id: job.id, now, set: { status, settledAt: now } });
}

async function runEntries(context: JobContext, job: JobRow): Promise<JobRow> {
  if (job.type === 'BILL_RUN' && isWatched(context.tx)) await noteRun(context, job);
  await planEntries(context, job);
  return settleWhenDone(context, job);
}

/** A request starts it, which a second person may have to approve. */
async function noteRun({ tx, org, deployment }: JobContext, { id: jobId }: JobRow): Promise<void> {
  if (!deployment) throw new Error(`bill run ${jobId} was started without a deployment`);
  const [isKept] = await deployment.callPort(TOTALS_ARE_APPROVED, { tx, org }, [jobId]);
  await deployment.callPort(BILL_RUN_STARTS, { tx, org }, [{ jobId, keepsTotals: isKept === true }]);
}

function statusAfter({ id, status }: JobRow, trigger: JobTrigger, decision: JobDecision): JobStatus {
  const next = nextStatus(status, trigger);
  if (!next) throw jobNotDecidable({ id, status, decision, from: statusesMovedBy(trigger) });
  return next;
}
