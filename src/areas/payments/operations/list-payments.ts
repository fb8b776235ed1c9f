import { listRecords } from '#areas/invoices/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describePayment } from '../rules.ts';
import { PaymentPage } from '../schema.ts';
import { listPayments as listRows, paymentList } from '../store/payments.ts';

export const listPayments = operation({
  id: 'listPayments',
  method: 'GET',
  route: '/payments',
  scope: 'payments:read',
  summary: 'List payments',
  description: 'Each payment in its latest version.',
  response: { status: 200, body: PaymentPage },
  list: paymentList,
  async handle({ tx, org }, { page }) {
    const { timezone: timeZone } = await getOrganization(tx, org);
    const { rows, nextToken } = await listRows(tx, org, { page, timeZone });
    const ids = rows.map(({ id }) => id);
    const records = await listRecords(tx, org, ids);
    return { data: rows.map((row) => describePayment(row, records.get(row.id) ?? [])), nextToken };
  },
});
