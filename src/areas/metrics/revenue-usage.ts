import { type CycleUsage, listRunningUsage, type RunningUsage } from '#areas/usage/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Span } from './earnings.ts';
import type { MeasuredCycle } from './measured-cycles.ts';

/** The growth of cycle usage between boundaries. */
export interface AccruingUsage {
  of(measured: MeasuredCycle, meterId: string): RunningUsage[];
}

/** Usage of all cycles that overlap the range, from their starts. */
export async function loadCycleUsage(
  tx: Tx,
  org: Org,
  request: { cycles: readonly MeasuredCycle[]; span: Span },
): Promise<AccruingUsage> {
  const cycles = request.cycles.map(windowOf);
  const usage: CycleUsage = await listRunningUsage(tx, org, { ...request.span, cycles });
  return { of: (measured, meterId) => usage.of(windowOf(measured), meterId) };
}

function windowOf({ account: { accountId }, cycle }: MeasuredCycle) {
  return { accountId, from: cycle.startAt, until: cycle.endAt };
}
