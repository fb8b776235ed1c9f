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
  summary: 'Take accounts out of an invoice group',
  description:
    'What falls due from now on stands alone; what was merged stays merged. Accounts that are not in the ' +
    'group are passed over. Without its last account the group is gone; while an invoice of the day is ' +
    'being put together it keeps that account.',
  request: { params: InvoiceGroupParams, body: ChangeMembersRequest },
  response: { status: 200, body: Success },
  problems: [invoiceGroupNotFound, accountNotFound, groupHasOpenComposite],
  async handle({ tx, org, now }, { params, body }) {
    await leaveGroup(tx, org, { groupId: params.invoice_group_id, accountIds: body.accountIds, now });
    return { success: true };
  },
});
