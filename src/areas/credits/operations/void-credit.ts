import { lockAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { voidCredit as voidRemaining } from '../forfeit-credit.ts';
import { planCreditsChanged } from '../plan-changes.ts';
import { creditNotFound, creditSettled } from '../problems.ts';
import { describeCredit } from '../rules.ts';
import { Credit, CreditParams } from '../schema.ts';
import { type CreditRow, findCredit, lockCredit } from '../store/credits.ts';

export const voidCredit = operation({
  id: 'voidCredit',
  method: 'POST',
  route: '/credits/{credit_id}/void',
  scope: 'credits:write',
  summary: 'Void a credit',
  description:
    'Final. The rest of the credit is void, also for drafts; the part that invoices consumed stays ' +
    'consumed.',
  request: { params: CreditParams },
  response: { status: 200, body: Credit },
  problems: [creditNotFound, creditSettled],
  async handle({ tx, org, now }, { params }) {
    const found = await findCredit(tx, org, params.credit_id);
    if (!found) throw creditNotFound({ id: params.credit_id });
    // Locks the account first, like every change of its money; then reads the credit under that lock.
    await lockAccount(tx, org, found.accountId);
    const { id, status, accountId } = (await lockCredit(tx, org, found.id)) as CreditRow;
    if (status !== 'ACTIVE') throw creditSettled({ id, status });
    await voidRemaining({ tx, org, now }, { id });
    await planCreditsChanged({ tx, org, now }, [accountId]);
    return describeCredit((await findCredit(tx, org, id)) as CreditRow);
  },
});
