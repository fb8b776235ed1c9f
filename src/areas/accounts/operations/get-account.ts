import { operation } from '#platform/http/operation.ts';
import { checkInstant } from '../alias-rules.ts';
import { describeAccount } from '../describe-accounts.ts';
import { getAccount as getRow } from '../get-account.ts';
import { accountNotFound, aliasInvalid } from '../problems.ts';
import { Account, AccountParams, AccountQuery } from '../schema.ts';
import { findInvoiceGroupDetails } from '../store/guards.ts';

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  route: '/accounts/{account_id}',
  scope: 'accounts:read',
  portal: { mode: 'READ', hides: ['metadata', 'settings'] },
  summary: 'Get an account, active or archived',
  description: 'Accepts the chosen id or the platform id.',
  request: { params: AccountParams, query: AccountQuery },
  response: { status: 200, body: Account },
  problems: [accountNotFound, aliasInvalid],
  async handle({ tx, org, now, deployment }, { params, query }) {
    checkInstant(query.effectiveOn, 'effectiveOn');
    const row = await getRow(tx, org, params.account_id);
    const at = query.effectiveOn ?? now;
    const [account, invoiceGroupDetails] = await Promise.all([
      describeAccount({ tx, org, deployment }, { row, at }),
      query.includeGroupDetails ? findInvoiceGroupDetails(tx, org, { accountId: row.id, at }) : null,
    ]);
    return { ...account, invoiceGroupDetails, ...(query.includeVersion && { version: row.rowVersion }) };
  },
});
