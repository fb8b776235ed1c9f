import { operation } from '#platform/http/operation.ts';
import { invoiceGroupNotFound } from '../problems.ts';
import { InvoiceGroupAccounts, InvoiceGroupParams } from '../schema.ts';
import { showGroup } from '../show-group.ts';
import { findInvoiceGroup } from '../store/groups.ts';
import { listMembers, memberList } from '../store/members.ts';

export const getInvoiceGroup = operation({
  id: 'getInvoiceGroup',
  method: 'GET',
  route: '/invoice_groups/{invoice_group_id}',
  scope: 'invoices:read',
  summary: 'Get an invoice group with a page of its accounts',
  description: 'The ids of its accounts in order; `nextToken` returns the next page.',
  request: { params: InvoiceGroupParams },
  response: { status: 200, body: InvoiceGroupAccounts },
  problems: [invoiceGroupNotFound],
  list: memberList,
  async handle({ tx, org, now }, { params, page }) {
    const row = await findInvoiceGroup(tx, org, params.invoice_group_id);
    if (!row) throw invoiceGroupNotFound({ id: params.invoice_group_id });
    const [group, members] = await Promise.all([
      showGroup(tx, org, { row, now }),
      listMembers(tx, org, { groupId: row.id, page }),
    ]);
    const accounts = members.rows.map(({ accountId }) => accountId);
    return { ...group, accounts, nextToken: members.nextToken };
  },
});
