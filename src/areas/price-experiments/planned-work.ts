import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/** Payload: `{ id, after }`, the last account of the piece before. */
export const RUN_SIMULATION = 'price_experiments.simulate';

/** After all other work of the same instant. */
const RANK = 95;

export function planPiece(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  payload: { id: string; after: string },
): Promise<void> {
  const work = { kind: RUN_SIMULATION, key: payload.id, dueAt: now, rank: RANK, payload };
  return planScheduledWork(tx, org, { ...work, now });
}
