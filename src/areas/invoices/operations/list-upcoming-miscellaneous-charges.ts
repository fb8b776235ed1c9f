import { Type } from 'typebox';
import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { describeCharge } from '../charges/rules.ts';
import { MiscellaneousChargesResponse } from '../charges/schema.ts';
import { findUpcomingCharges } from '../store/charges.ts';

export const listUpcomingMiscellaneousCharges = operation({
  id: 'listUpcomingMiscellaneousCharges',
  method: 'GET',
  route: '/ext/v1/accounts/{account_id}/miscellaneous_charges',
  scope: 'invoices:read',
  summary: "List the miscellaneous charges of an account's upcoming invoice",
  request: { params: Type.Object({ account_id: Text(1, 50) }) },
  response: { status: 200, body: MiscellaneousChargesResponse },
  problems: [accountNotFound],
  async handle({ tx, org }, { params }) {
    const account = await getAccount(tx, org, params.account_id);
    const items = await findUpcomingCharges(tx, org, account.id);
    return { data: items.map(describeCharge) };
  },
});
