import { isCurrency } from '#core/currency.ts';
import { operation } from '#platform/http/operation.ts';
import { describeOrganization } from '../describe-organization.ts';
import { currencyExists, currencyUnknown } from '../problems.ts';
import { AddCurrencyRequest, Organization } from '../schema.ts';
import { insertCurrency } from '../store.ts';

export const addOrganizationCurrency = operation({
  id: 'addOrganizationCurrency',
  method: 'POST',
  route: '/ext/v1/organization/currencies',
  scope: 'org:write',
  summary: 'Add an invoice currency',
  description:
    'Reports use the rate to convert to the base currency. A later rate applies from its own day on and ' +
    'does not change earlier days. Prices are never converted.',
  request: { body: AddCurrencyRequest },
  response: { status: 201, body: Organization },
  problems: [currencyUnknown, currencyExists],
  async handle({ tx, org, now }, { body }) {
    if (!isCurrency(body.currency)) throw currencyUnknown({ currency: body.currency });
    const isAdded = await insertCurrency(tx, org, { ...body, now });
    if (!isAdded) throw currencyExists({ currency: body.currency });
    return describeOrganization(tx, org);
  },
});
