import { operation } from '#platform/http/operation.ts';
import { describeOrganization } from '../describe-organization.ts';
import { currencyNotFound, rateExists, tooManyRates } from '../problems.ts';
import { AddRateRequest, CurrencyParams, Organization } from '../schema.ts';
import { countRates, insertRate, lockCurrency, MAX_RATES } from '../store.ts';

export const addCurrencyRate = operation({
  id: 'addCurrencyRate',
  method: 'POST',
  route: '/ext/v1/organization/currencies/{currency}/rates',
  scope: 'org:write',
  summary: 'Set the rate of a currency from a day on',
  description:
    'Reports convert amounts of that local day and later with this rate, until the day of the next rate. ' +
    'Issued documents do not change: they are in the currency of their account.',
  request: { params: CurrencyParams, body: AddRateRequest },
  response: { status: 201, body: Organization },
  problems: [currencyNotFound, rateExists, tooManyRates],
  async handle({ tx, org, now }, { params: { currency }, body }) {
    if (!(await lockCurrency(tx, org, currency))) throw currencyNotFound({ id: currency });
    const { effectiveFrom } = body;
    if (!(await insertRate(tx, org, { currency, ...body, now })))
      throw rateExists({ currency, effectiveFrom: effectiveFrom.toString() });
    if ((await countRates(tx, org, currency)) > MAX_RATES) throw tooManyRates({ max: MAX_RATES });
    return describeOrganization(tx, org);
  },
});
