import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { ageBounds } from '../rules.ts';
import { ReceivablePage } from '../schema.ts';
import { listReceivables as listRows, receivableList, sumReceivables } from '../store/receivables.ts';

export const listReceivables = operation({
  id: 'listReceivables',
  method: 'GET',
  route: '/ext/v1/receivables',
  scope: 'invoices:read',
  summary: 'List what customers owe, by age',
  description:
    'One row for each customer and currency with open invoices (DUE or PARTIALLY_PAID) or money in a ' +
    'wallet. Invoices of a group have a row of the group. Drafts, orders, and void, merged, refunded and ' +
    'uncollectible invoices are not owed. Ages count days in the time zone of the organization. By default ' +
    'the largest overdue amount of each currency comes first; amounts of different currencies are never ' +
    'added up.',
  response: { status: 200, body: ReceivablePage },
  list: receivableList,
  async handle({ tx, org, now }, { page }) {
    const { timezone: timeZone } = await getOrganization(tx, org);
    const wanted = { page, timeZone, bounds: ageBounds(now, timeZone) };
    const [{ rows, nextToken }, totals] = await Promise.all([
      listRows(tx, org, wanted),
      sumReceivables(tx, org, wanted),
    ]);
    return { data: rows, nextToken, totals, asOf: now };
  },
});
