import { isCurrency } from '#core/currency.ts';
import { isTimeZone } from '#core/period-zone.ts';
import { operation } from '#platform/http/operation.ts';
import { describeOrganization } from '../describe-organization.ts';
import { planDescribed } from '../plan-described.ts';
import { baseCurrencyInUse, currencyUnknown, timezoneUnknown } from '../problems.ts';
import { Organization, UpdateOrganizationRequest } from '../schema.ts';
import { getOrganizationRow, isBaseCurrencyUsed, updateOrganizationRow } from '../store.ts';

export const updateOrganization = operation({
  id: 'updateOrganization',
  method: 'PATCH',
  route: '/ext/v1/organization',
  scope: 'sellers:write',
  summary: 'Change the organization',
  description:
    'A new time zone applies to cycles that begin after the change; running cycles keep their ' +
    'boundaries. Production issues invoices once the name is not `default` and an address is set.',
  request: { body: UpdateOrganizationRequest },
  response: { status: 200, body: Organization },
  problems: [timezoneUnknown, currencyUnknown, baseCurrencyInUse],
  async handle({ tx, org, now }, { body }) {
    if (body.timezone !== undefined && !isTimeZone(body.timezone))
      throw timezoneUnknown({ timezone: body.timezone });
    if (body.baseCurrency !== undefined) {
      if (!isCurrency(body.baseCurrency)) throw currencyUnknown({ currency: body.baseCurrency });
      const { baseCurrency } = await getOrganizationRow(tx, org);
      if (body.baseCurrency !== baseCurrency && (await isBaseCurrencyUsed(tx, org)))
        throw baseCurrencyInUse();
    }
    await updateOrganizationRow(tx, org, body, now);
    if (body.name !== undefined || body.address !== undefined) await planDescribed(tx, org, { now });
    return describeOrganization(tx, org);
  },
});
