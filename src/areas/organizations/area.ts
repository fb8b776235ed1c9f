import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { addOrganizationCurrency } from './operations/add-organization-currency.ts';
import { getClock } from './operations/get-clock.ts';
import { getOrganization } from './operations/get-organization.ts';
import { setClock } from './operations/set-clock.ts';
import { updateOrganization } from './operations/update-organization.ts';

export const organizations: Area = {
  name: 'organizations',
  operations: [getOrganization, updateOrganization, addOrganizationCurrency, getClock, setClock],
};
