import { readAddress, readTaxIds, taxIdInvalid } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { planGroupChanged } from '../plan-group-changed.ts';
import { invoiceGroupNotFound } from '../problems.ts';
import { InvoiceGroup, InvoiceGroupParams, UpdateInvoiceGroupRequest } from '../schema.ts';
import { showGroup } from '../show-group.ts';
import { lockInvoiceGroup, updateGroup } from '../store/groups.ts';

export const updateInvoiceGroup = operation({
  id: 'updateInvoiceGroup',
  method: 'PATCH',
  route: '/ext/v1/invoice_groups/{invoice_group_id}',
  scope: 'invoices:write',
  summary: 'Update an invoice group',
  description:
    'Absent members stay unchanged; null resets `netTermDays` and `gracePeriod` to their defaults. Issued ' +
    'invoices do not change.',
  request: { params: InvoiceGroupParams, body: UpdateInvoiceGroupRequest },
  response: { status: 200, body: InvoiceGroup },
  problems: [invoiceGroupNotFound, taxIdInvalid],
  async handle({ tx, org, now }, { params, body }) {
    const { address, taxIds, ...sent } = body;
    const set = {
      ...sent,
      ...(address && { address: readAddress(address) }),
      ...(taxIds && { taxIds: readTaxIds(taxIds) }),
    };
    const group = await lockInvoiceGroup(tx, org, params.invoice_group_id);
    if (!group) throw invoiceGroupNotFound({ id: params.invoice_group_id });
    const row = await updateGroup(tx, org, { id: group.id, now, set });
    if (row.gracePeriod !== group.gracePeriod) await planGroupChanged(tx, org, { groupId: row.id, now });
    return showGroup(tx, org, { row, now });
  },
});
