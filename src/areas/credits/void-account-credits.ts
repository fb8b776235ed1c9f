import { lockAccount } from '#areas/accounts/index.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { voidCredit } from './forfeit-credit.ts';
import { lockActiveCredits } from './store/credits.ts';

/** Voids the credits of an archived account, which nobody can spend (`money-platform.md` 6.3). */
export async function voidAccountCredits(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const account = await lockAccount(tx, org, String(payload.accountId));
  if (account.status !== 'ARCHIVED') return;
  for (const credit of await lockActiveCredits(tx, org, account.id)) await voidCredit(context, credit);
}
