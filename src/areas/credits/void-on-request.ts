import { lockAccount } from '#areas/accounts/index.ts';
import { voidCredit } from './forfeit-credit.ts';
import { type LedgerContext, planCreditsChanged } from './plan-changes.ts';
import { creditNotFound, creditSettled } from './problems.ts';
import { type CreditRow, findCredit, lockCredit } from './store/credits.ts';

/**
 * Voids the rest of an active credit, and plans the refresh of drafts. Raises `creditNotFound` or
 * `creditSettled`.
 */
export async function voidOnRequest(context: LedgerContext, creditId: string): Promise<CreditRow> {
  const { tx, org } = context;
  const found = await findCredit(tx, org, creditId);
  if (!found) throw creditNotFound({ id: creditId });
  // Locks the account first, like every change of its money; then reads the credit under that lock.
  await lockAccount(tx, org, found.accountId);
  const { id, status, accountId } = (await lockCredit(tx, org, found.id)) as CreditRow;
  if (status !== 'ACTIVE') throw creditSettled({ id, status });
  await voidCredit(context, { id });
  await planCreditsChanged(context, [accountId]);
  return (await findCredit(tx, org, id)) as CreditRow;
}
