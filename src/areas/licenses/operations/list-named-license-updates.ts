import { operation } from '#platform/http/operation.ts';
import { describeEntry } from '../rules.ts';
import { NamedLicenseUpdatePage } from '../schema.ts';
import { listNames, namedLicenseList } from '../store/names.ts';

export const listNamedLicenseUpdates = operation({
  id: 'listNamedLicenseUpdates',
  method: 'GET',
  route: '/named_license_updates',
  scope: 'entitlements:read',
  summary: 'List the names of named licenses',
  description:
    'Each has the period in which it is active, computed from all current events. Names come from ' +
    'events of the reserved schema `<prefix>-named-license`: dimensions `license_id` and `name`, attribute ' +
    '`action`, which is 1 to activate a name and 0 or -1 to deactivate it.',
  response: { status: 200, body: NamedLicenseUpdatePage },
  list: namedLicenseList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listNames(tx, org, page);
    return { data: rows.map(describeEntry), nextToken };
  },
});
