import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { AccountParams, CreditBalance } from '../schema.ts';
import { sumActiveCredits } from '../store/balance.ts';

export const getCreditBalance = operation({
  id: 'getCreditBalance',
  method: 'GET',
  route: '/accounts/{account_id}/credit_balance',
  scope: 'credits:read',
  portal: { mode: 'READ' },
  summary: 'Get the credit balance of an account',
  description: 'The sum of its active credits; an archived account has none.',
  request: { params: AccountParams },
  response: { status: 200, body: CreditBalance },
  problems: [accountNotFound],
  async handle({ tx, org }, { params }) {
    const account = await getAccount(tx, org, params.account_id);
    const { lastUpdatedAt, ...sums } = await sumActiveCredits(tx, org, account.id);
    return {
      ...sums,
      unit: account.invoiceCurrency,
      lastUpdatedAt: lastUpdatedAt ?? account.updatedAt,
    };
  },
});
