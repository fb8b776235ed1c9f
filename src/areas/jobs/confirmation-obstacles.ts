import type { Context } from '#platform/http/operation.ts';
import { port } from '#platform/ports.ts';
import type { Problem } from '#platform/problem.ts';
import type { JobRow } from './store/jobs.ts';

/** A job that somebody wants to confirm, and the version of its review that the person saw, if any. */
export interface ConfirmedJob {
  jobId: string;
  reviewVersion: number | null;
}

/** Why a bill run must not be confirmed now; null if it may be. */
export const CONFIRMATION_OBSTACLES = port<ConfirmedJob, Problem>('jobs.confirmation_obstacles');

/** Raises the problem that prevents the confirmation of a locked job, if there is one. */
export async function requireConfirmable(
  { tx, org, deployment }: Pick<Context, 'tx' | 'org' | 'deployment'>,
  job: JobRow,
  reviewVersion: number | null,
): Promise<void> {
  if (job.type !== 'BILL_RUN' || job.status !== 'WAITING_FOR_CONFIRMATION') return;
  const [obstacle] = await deployment.callPort(CONFIRMATION_OBSTACLES, { tx, org }, [
    { jobId: job.id, reviewVersion },
  ]);
  if (obstacle) throw obstacle;
}
