import { lockOpenAccount } from '#areas/accounts/index.ts';
import { makeDraftLive } from '#areas/schedules/index.ts';
import { runDry } from '#platform/db/dry-run.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Context } from '#platform/http/operation.ts';
import { openCycle } from '../lifecycle/open-cycle.ts';
import { planCycles } from '../lifecycle/plan-cycles.ts';
import { OPEN_CYCLE } from '../lifecycle/planned-work.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { listDueOpenings } from '../store/planned-work.ts';
import { listRunningBills } from '../store/running-bills.ts';
import { pairBills } from './pair-bills.ts';

/** Cycles that a preview opens, of one schedule after the other. */
const MAX_OPENINGS = 40;

/**
 * Makes the draft schedules of an account live, lets its invoices follow with the functions of scheduled
 * work, and rolls everything back. Returns its drafts before and after.
 */
export async function previewDraftSchedules(context: Context, accountId: string) {
  const { tx, org, now } = context;
  return runDry(tx, async () => {
    const account = await lockOpenAccount(tx, org, accountId);
    // A stored draft may be up to a quarter of an hour old.
    await refreshAccountDrafts(context, accountId);
    const before = await listRunningBills(tx, org, { accountId, since: now });
    await makeDraftLive(context, { account });
    await planCycles(context, { accountId });
    await openDueCycles(context, accountId);
    return { bills: pairBills(before, await listRunningBills(tx, org, { accountId, since: now })) };
  });
}

/** Opening one plans the next one of its schedule, which may be due, too. */
async function openDueCycles(context: Context, accountId: string): Promise<void> {
  const { tx, org, now } = context;
  for (let opened = 0; opened < MAX_OPENINGS; ) {
    const due = await listDueOpenings(tx, org, { accountId, now });
    if (due.length === 0) return;
    for (const { key, payload } of due) {
      await cancelScheduledWork(tx, org, { kind: OPEN_CYCLE, key });
      await openCycle(context, payload);
      opened++;
    }
  }
}
