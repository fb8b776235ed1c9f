import { operation } from '#platform/http/operation.ts';
import { describeUsageMeter } from '../rules.ts';
import { UsageMeterPage } from '../schema.ts';
import { listUsageMeterPage, usageMeterList } from '../store.ts';

export const listUsageMeters = operation({
  id: 'listUsageMeters',
  method: 'GET',
  route: '/usage_meters',
  scope: 'catalog:read',
  summary: 'List usage meters',
  description:
    'INACTIVE finds drafts too. Archived meters are listed only when the status or the id asks for them.',
  response: { status: 200, body: UsageMeterPage },
  list: usageMeterList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listUsageMeterPage(tx, org, page);
    return { data: rows.map(describeUsageMeter), nextToken };
  },
});
