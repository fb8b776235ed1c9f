import { accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { leaveGroup } from '../leave-group.ts';
import { groupHasOpenComposite, invoiceGroupNotFound } from '../problems.ts';
import { ChangeMembersRequest, InvoiceGroupParams } from '../schema.ts';

export const removeInvoiceGroupAccounts = operation({
  id: 'removeInvoiceGroupAccounts',
  method: 'POST',
  route: '/invoice_groups/{invoice_group_id}/remove_accounts',
  scope: 'invoices:write',
  summary: 'Remove accounts from an invoice group',
  description:
    'Invoices that fall due from now on are issued on their own; merged ones stay merged. Accounts that ' +
    'are not in the group are ignored. A group ends with its last account, which it keeps while an ' +
    'invoice of the day is open.',
  request: { params: InvoiceGroupParams, body: ChangeMembersRequest },
  response: { status: 200, body: Success },
  problems: [invoiceGroupNotFound, accountNotFound, groupHasOpenComposite],
  async handle({ tx, org, now }, { params, body }) {
    await leaveGroup(tx, org, { groupId: params.invoice_group_id, accountIds: body.accountIds, now });
    return { success: true };
  },
});
