import { operation } from '#platform/http/operation.ts';
import { describeKey } from '../describe-key.ts';
import { ApiKeyPage } from '../schema.ts';
import { apiKeyList, listApiKeys as listRows } from '../store.ts';

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  route: '/ext/v1/api_keys',
  scope: 'org:read',
  summary: 'List API keys, without their secrets',
  response: { status: 200, body: ApiKeyPage },
  list: apiKeyList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows.map(describeKey), nextToken };
  },
});
