import { operation } from '#platform/http/operation.ts';
import { describeOrganization } from '../describe-organization.ts';
import { baseCurrencyKept, currencyInUse, currencyNotFound } from '../problems.ts';
import { CurrencyParams, Organization } from '../schema.ts';
import { deleteCurrency, findAccountInCurrency, getOrganizationRow, lockCurrency } from '../store.ts';

export const removeOrganizationCurrency = operation({
  id: 'removeOrganizationCurrency',
  method: 'DELETE',
  route: '/ext/v1/organization/currencies/{currency}',
  scope: 'org:write',
  summary: 'Remove an invoice currency',
  description:
    'Also removes its rates. The base currency cannot be removed, nor can the currency of any account, ' +
    'archived accounts included.',
  request: { params: CurrencyParams },
  response: { status: 200, body: Organization },
  problems: [currencyNotFound, baseCurrencyKept, currencyInUse],
  deletes: 'currency',
  async handle({ tx, org }, { params: { currency } }) {
    if ((await getOrganizationRow(tx, org)).baseCurrency === currency) throw baseCurrencyKept({ currency });
    // Opening an account also locks its currency, so that one of the two transactions waits for the other.
    if (!(await lockCurrency(tx, org, currency))) throw currencyNotFound({ id: currency });
    const account = await findAccountInCurrency(tx, org, currency);
    if (account !== null) throw currencyInUse({ currency, account });
    await deleteCurrency(tx, org, currency);
    return describeOrganization(tx, org);
  },
});
