import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { addCurrencyRate } from './operations/add-currency-rate.ts';
import { addOrganizationCurrency } from './operations/add-organization-currency.ts';
import { getClock } from './operations/get-clock.ts';
import { getOrganization } from './operations/get-organization.ts';
import { removeOrganizationCurrency } from './operations/remove-organization-currency.ts';
import { setClock } from './operations/set-clock.ts';
import { updateOrganization } from './operations/update-organization.ts';

export const organizations: Area = {
  name: 'organizations',
  title: 'Organization',
  operations: [
    ...[getOrganization, updateOrganization],
    ...[addOrganizationCurrency, addCurrencyRate, removeOrganizationCurrency],
    ...[getClock, setClock],
  ],
};
