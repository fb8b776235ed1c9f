import { Type } from 'typebox';
import { accountNotFound, lockAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { describeCharge, readCharges } from '../charges/rules.ts';
import { ManageMiscellaneousChargesRequest, MiscellaneousChargesResponse } from '../charges/schema.ts';
import { accountHasNoCharges } from '../problems.ts';
import { setUpcomingCharges } from '../store/charges.ts';

export const manageUpcomingMiscellaneousCharges = operation({
  id: 'manageUpcomingMiscellaneousCharges',
  method: 'PUT',
  route: '/accounts/{account_id}/miscellaneous_charges',
  scope: 'invoices:write',
  summary: "Replace the miscellaneous charges of an account's upcoming invoice",
  description:
    'The charges wait for the next cycle invoice and are moved to its draft when it is created; the ' +
    'running draft stays unchanged.',
  request: {
    params: Type.Object({ account_id: Text(1, 50) }),
    body: ManageMiscellaneousChargesRequest,
  },
  response: { status: 200, body: MiscellaneousChargesResponse },
  problems: [accountNotFound, accountHasNoCharges],
  async handle({ tx, org, now }, { params, body }) {
    const items = readCharges(body.items);
    const account = await lockAccount(tx, org, params.account_id);
    const { id, status } = account;
    if (status !== 'ACTIVE') throw accountHasNoCharges({ id, status });
    await setUpcomingCharges(tx, org, { accountId: id, items, now });
    return { data: items.map(describeCharge) };
  },
});
