import './tables.ts';
import { ACCOUNT_ARCHIVED } from '#areas/accounts/index.ts';
import type { Area } from '#platform/http/area.ts';
import { leaveWhenArchived } from './leave-group.ts';
import { addInvoiceGroupAccounts } from './operations/add-invoice-group-accounts.ts';
import { createInvoiceGroup } from './operations/create-invoice-group.ts';
import { getInvoiceGroup } from './operations/get-invoice-group.ts';
import { listInvoiceGroups } from './operations/list-invoice-groups.ts';
import { removeInvoiceGroupAccounts } from './operations/remove-invoice-group-accounts.ts';
import { updateInvoiceGroup } from './operations/update-invoice-group.ts';

export const invoiceGroups: Area = {
  name: 'invoice-groups',
  title: 'Invoice groups',
  operations: [
    createInvoiceGroup,
    listInvoiceGroups,
    getInvoiceGroup,
    addInvoiceGroupAccounts,
    removeInvoiceGroupAccounts,
    updateInvoiceGroup,
  ],
  scheduledWork: [{ kind: ACCOUNT_ARCHIVED.groups, run: leaveWhenArchived }],
};
