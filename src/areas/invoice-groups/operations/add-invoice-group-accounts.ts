import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { joinGroup } from '../join-group.ts';
import { accountInOtherGroup, groupCurrencyDiffers, groupFull, invoiceGroupNotFound } from '../problems.ts';
import { ChangeMembersRequest, InvoiceGroup, InvoiceGroupParams } from '../schema.ts';
import { showGroup } from '../show-group.ts';

export const addInvoiceGroupAccounts = operation({
  id: 'addInvoiceGroupAccounts',
  method: 'POST',
  route: '/invoice_groups/{invoice_group_id}/add_accounts',
  scope: 'invoices:write',
  summary: 'Add accounts to an invoice group',
  description:
    'All or none. Accounts that are already in the group stay in it. Invoices that fall due from now on ' +
    'are merged.',
  request: { params: InvoiceGroupParams, body: ChangeMembersRequest },
  response: { status: 200, body: InvoiceGroup },
  problems: [
    invoiceGroupNotFound,
    accountNotFound,
    accountArchived,
    accountInDraft,
    accountInOtherGroup,
    groupCurrencyDiffers,
    groupFull,
  ],
  async handle({ tx, org, now }, { params, body }) {
    const joined = { groupId: params.invoice_group_id, accountIds: body.accountIds, now };
    return showGroup(tx, org, { row: await joinGroup(tx, org, joined), now });
  },
});
