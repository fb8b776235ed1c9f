import { lockAccount } from '#areas/accounts/index.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { voidCredit } from './forfeit-credit.ts';
import { lockActiveCredits } from './store/credits.ts';

/** Nobody can spend the credits of an account that was archived (`money-platform.md` 6.3). */
export async function voidAccountCredits(
  context: DueWorkContext,
  payload: StoredDueWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const account = await lockAccount(tx, org, String(payload.accountId));
  if (account.status !== 'ARCHIVED') return;
  for (const credit of await lockActiveCredits(tx, org, account.id)) await voidCredit(context, credit);
}
