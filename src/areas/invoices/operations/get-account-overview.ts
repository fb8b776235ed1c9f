import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { sumActiveCredits } from '#areas/credits/index.ts';
import { linkToFile } from '#areas/files/index.ts';
import { findWallet } from '#areas/wallets/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeOverview } from '../overview/describe-overview.ts';
import { AccountOverview, OverviewParams } from '../overview/schema.ts';
import { findRunning, listLast, sumOpen } from '../store/overview.ts';
import { readCurrent } from '../views/read-invoice.ts';

const LAST = 5;

export const getAccountOverview = operation({
  id: 'getAccountOverview',
  method: 'GET',
  route: '/ext/v1/accounts/{account_id}/overview',
  scope: 'invoices:read',
  portal: { mode: 'READ' },
  summary: "Get an account's overview for the first page of a portal",
  description:
    'The amount to pay, the running invoice with the usage so far, the last invoices, credits and wallet.',
  request: { params: OverviewParams },
  response: { status: 200, body: AccountOverview },
  problems: [accountNotFound],
  async handle(context, { params }) {
    const { tx, org, now } = context;
    const account = await getAccount(tx, org, params.account_id);
    const accountId = account.id;
    // Sent as one batch; only the running invoice is computed after them.
    const [open, stored, last, credits, wallet] = await Promise.all([
      sumOpen(tx, org, { accountId, now }),
      findRunning(tx, org, { accountId, now }),
      listLast(tx, org, { accountId, limit: LAST }),
      sumActiveCredits(tx, org, accountId),
      findWallet(tx, org, accountId),
    ]);
    const running = stored && (await readCurrent(tx, org, { row: stored, now }));
    const linkTo = (id: string) => linkToFile(context, { id });
    return describeOverview({ account, open, running, last, credits, wallet }, linkTo);
  },
});
