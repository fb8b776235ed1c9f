import { operation } from '#platform/http/operation.ts';
import { describeUpdate } from '../rules.ts';
import { LicenseUpdatePage } from '../schema.ts';
import { licenseUpdateList, listUpdates } from '../store/updates.ts';

export const listLicenseUpdates = operation({
  id: 'listLicenseUpdates',
  method: 'GET',
  route: '/license_updates',
  scope: 'entitlements:read',
  summary: 'List license updates',
  description: 'Each includes the quantity after it, computed from all current updates.',
  response: { status: 200, body: LicenseUpdatePage },
  list: licenseUpdateList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listUpdates(tx, org, page);
    return { data: rows.map(describeUpdate), nextToken };
  },
});
