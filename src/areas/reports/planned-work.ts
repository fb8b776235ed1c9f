import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

export const RUN_REPORT = 'reports.run';
export const WRITE_REPORT = 'reports.write';
export const DROP_REPORT_FILE = 'reports.drop_file';
export const RUN_TEMPLATE = 'reports.run_template';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** Runs after all other work of the same instant, so that a report includes its results. */
const RANKS: Record<string, number> = {
  [RUN_TEMPLATE]: 90,
  [RUN_REPORT]: 91,
  [WRITE_REPORT]: 92,
  [DROP_REPORT_FILE]: 93,
};

/** Schedules one piece of work per kind and id, at `dueAt` or at once. */
export function planPiece(
  { tx, org, now }: Context,
  { kind, id, dueAt = now }: { kind: string; id: string; dueAt?: Temporal.Instant },
): Promise<void> {
  return planScheduledWork(tx, org, { kind, key: id, dueAt, rank: RANKS[kind] ?? 99, payload: { id }, now });
}
