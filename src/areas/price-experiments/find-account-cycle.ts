import { type AccountRow, getAccount } from '#areas/accounts/index.ts';
import { cycleOf, listSchedules } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { nothingInForce } from './problems.ts';
import { type RatedCycle, ratedCycleOf } from './rated-cycle.ts';

export interface AccountCycle {
  account: AccountRow;
  ratedCycle: RatedCycle;
}

/** The pricing cycle of an account around an instant. Raises `nothingInForce` in a gap. */
export async function getAccountCycle(
  tx: Tx,
  org: Org,
  requested: { accountId: string; at: Temporal.Instant; path: string },
): Promise<AccountCycle> {
  const { at, path } = requested;
  const account = await getAccount(tx, org, requested.accountId);
  const accountIds = [account.id];
  const [schedule] = await listSchedules(tx, org, {
    accountIds,
    from: at,
    until: at.add({ microseconds: 1 }),
  });
  const cycle = schedule && cycleOf(schedule, at);
  if (!cycle) throw nothingInForce({ path, accountId: requested.accountId, at });
  return { account, ratedCycle: ratedCycleOf(schedule, cycle) };
}
