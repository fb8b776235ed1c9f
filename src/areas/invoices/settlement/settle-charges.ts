import type { ScheduleRow } from '#areas/schedules/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import type { AdvanceCharge } from './advance-charge.ts';
import { countCharge } from './count-charge.ts';
import { settleCharge } from './settle-charge.ts';
import { type SettledCharge, storeSettlements } from './store-settlements.ts';

/** Compares charges of one schedule with what counts now, and stores what follows from the differences. */
export async function settleCharges(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  charges: readonly AdvanceCharge[],
  schedule: ScheduleRow | null,
): Promise<void> {
  const [first] = charges;
  if (!first) return;
  const settled: SettledCharge[] = [];
  for (const charge of charges) {
    const settlement = settleCharge(charge.content, await countCharge(context, charge, schedule));
    if (!settlement) continue;
    const { content, adjustment, refund } = settlement;
    settled.push({ charge: { ...charge, content, revision: charge.revision + 1 }, adjustment, refund });
  }
  await storeSettlements(context, first.accountId, settled);
}
