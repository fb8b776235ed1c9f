import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { archiveAccounts } from '../archive-accounts.ts';
import { lockOpenAccount } from '../get-account.ts';
import {
  accountArchived,
  accountHasDraftInvoice,
  accountHasMoney,
  accountNotFound,
  accountScheduled,
} from '../problems.ts';
import { AccountParams } from '../schema.ts';

export const archiveAccount = operation({
  id: 'archiveAccount',
  method: 'DELETE',
  route: '/accounts/{account_id}',
  scope: 'accounts:write',
  summary: 'Archive an account',
  description:
    'Its aliases end now, and its remaining credits become void. Issued invoices stay and can still be paid.',
  request: { params: AccountParams },
  response: { status: 200, body: Success },
  problems: [accountNotFound, accountArchived, accountScheduled, accountHasDraftInvoice, accountHasMoney],
  deletes: 'account',
  async handle({ tx, org, now }, { params }) {
    const { id } = await lockOpenAccount(tx, org, params.account_id);
    await archiveAccounts(tx, org, { accountIds: [id], now });
    return { success: true };
  },
});
