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
    'Each with the time in which it is active, as the events say that are there now. Names come with ' +
    'events of the reserved schema `<prefix>-named-license`: dimensions `license_id` and `name`, attribute ' +
    '`action`, which is 1 for a name that becomes active and 0 or -1 for one that is not any more.',
  response: { status: 200, body: NamedLicenseUpdatePage },
  list: namedLicenseList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listNames(tx, org, page);
    return { data: rows.map(describeEntry), nextToken };
  },
});
