import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeCredit } from '../rules.ts';
import { CreditPage } from '../schema.ts';
import { creditList, listCredits as listRows } from '../store/credits.ts';

export const listCredits = operation({
  id: 'listCredits',
  method: 'GET',
  route: '/credits',
  scope: 'credits:read',
  portal: { mode: 'READ', accountFilter: 'account_id', hides: ['grantorId', 'idempotencyKey'] },
  summary: 'List credits',
  description: 'Without their transactions, which `GET /credits/{credit_id}` returns.',
  response: { status: 200, body: CreditPage },
  list: creditList,
  async handle({ tx, org }, { page }) {
    const { timezone: timeZone } = await getOrganization(tx, org);
    const { rows, nextToken } = await listRows(tx, org, { page, timeZone });
    return { data: rows.map(describeCredit), nextToken };
  },
});
