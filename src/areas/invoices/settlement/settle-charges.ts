import { lockAccount } from '#areas/accounts/index.ts';
import type { ScheduleRow } from '#areas/schedules/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { WantedCharges } from '../store/advance-charges.ts';
import type { AdvanceCharge } from './advance-charge.ts';
import { countCharge } from './count-charge.ts';
import { loadCharges } from './load-charges.ts';
import { settleCharge } from './settle-charge.ts';
import { type SettledCharge, storeSettlements } from './store-settlements.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

interface Settled {
  wanted: WantedCharges;
  /** The schedule of the charges; null if it is deleted. */
  schedule: ScheduleRow | null;
  isOwn?: (charge: AdvanceCharge) => boolean;
}

/**
 * Compares the charges of one schedule with the current counts and stores the results of the differences. If
 * there are any, locks the account and compares again, so that the second of two settlements continues from
 * the first.
 */
export async function settleCharges(context: Context, settled: Settled): Promise<void> {
  if ((await findSettlements(context, settled)).length === 0) return;
  const { accountId } = settled.wanted;
  await lockAccount(context.tx, context.org, accountId);
  await storeSettlements(context, accountId, await findSettlements(context, settled));
}

async function findSettlements(
  context: Context,
  { wanted, schedule, isOwn = () => true }: Settled,
): Promise<SettledCharge[]> {
  const charges = await loadCharges(context.tx, context.org, wanted);
  const settled: SettledCharge[] = [];
  for (const charge of charges.filter(isOwn)) {
    const settlement = settleCharge(charge.content, await countCharge(context, charge, schedule));
    if (!settlement) continue;
    const { content, adjustment, refund } = settlement;
    settled.push({ charge: { ...charge, content, revision: charge.revision + 1 }, adjustment, refund });
  }
  return settled;
}
