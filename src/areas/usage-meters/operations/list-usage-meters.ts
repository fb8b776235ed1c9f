import { operation } from '#platform/http/operation.ts';
import { describeUsageMeter } from '../rules.ts';
import { UsageMeterPage } from '../schema.ts';
import { listUsageMeterPage, usageMeterList } from '../store/meters.ts';

export const listUsageMeters = operation({
  id: 'listUsageMeters',
  method: 'GET',
  route: '/usage_meters',
  scope: 'catalog:read',
  summary: 'List usage meters',
  description:
    'INACTIVE includes drafts. Archived meters are listed only if the status or the id selects them.',
  response: { status: 200, body: UsageMeterPage },
  list: usageMeterList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listUsageMeterPage(tx, org, page);
    return { data: rows.map(describeUsageMeter), nextToken };
  },
});
