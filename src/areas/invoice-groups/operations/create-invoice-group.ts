import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { readAddress, readTaxIds, taxIdInvalid } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { openGroup } from '../join-group.ts';
import { accountInOtherGroup, groupCurrencyDiffers } from '../problems.ts';
import { CreateInvoiceGroupRequest, InvoiceGroup } from '../schema.ts';
import { showGroup } from '../show-group.ts';

export const createInvoiceGroup = operation({
  id: 'createInvoiceGroup',
  method: 'POST',
  route: '/invoice_groups',
  scope: 'invoices:write',
  summary: 'Create an invoice group',
  description:
    "From now on the accounts' invoices that fall due on one day are merged into one invoice of the " +
    'group. The accounts share one currency, and an account is in at most one group.',
  request: { body: CreateInvoiceGroupRequest },
  response: { status: 200, body: InvoiceGroup },
  problems: [
    accountNotFound,
    accountArchived,
    accountInDraft,
    accountInOtherGroup,
    groupCurrencyDiffers,
    taxIdInvalid,
  ],
  async handle({ tx, org, now }, { body: { accountIds, ...sent } }) {
    const { netTermDays = null, gracePeriod = null } = sent;
    const address = readAddress(sent.address);
    const taxIds = readTaxIds(sent.taxIds ?? []);
    const terms = { ...sent, netTermDays, gracePeriod, address, taxIds };
    const row = await openGroup(tx, org, { terms, accountIds, now });
    return showGroup(tx, org, { row, now });
  },
});
