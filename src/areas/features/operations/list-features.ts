import { operation } from '#platform/http/operation.ts';
import { FeaturePage } from '../schema.ts';
import { featureList, listFeaturePage } from '../store.ts';

export const listFeatures = operation({
  id: 'listFeatures',
  method: 'GET',
  route: '/features',
  scope: 'catalog:read',
  summary: 'List features',
  response: { status: 200, body: FeaturePage },
  list: featureList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listFeaturePage(tx, org, page);
    const data = rows.map(({ billableName, ...members }) => ({
      ...members,
      ...(billableName !== null && { billableName }),
    }));
    return { data, nextToken };
  },
});
