import { operation } from '#platform/http/operation.ts';
import { invalidRequest } from '#platform/problem.ts';
import { KeyUsageQuery, KeyUsages } from '../schema.ts';
import { listKeyUses, listLackedScopes } from '../store/key-usage.ts';

const MAX_KEYS = 100;

export const listKeyUsage = operation({
  id: 'listKeyUsage',
  method: 'GET',
  route: '/ext/v1/api_key_usage',
  scope: 'requests:read',
  summary: 'List when keys were last used, and which scopes they lacked',
  description:
    'In the order of the ids. Of each key, the last 1,000 forbidden requests count that the request log has.',
  request: { query: KeyUsageQuery },
  response: { status: 200, body: KeyUsages },
  async handle({ tx, org }, { query }) {
    const keyIds = [...new Set(query.key_ids.split(',').filter((id) => id !== ''))];
    if (keyIds.length === 0 || keyIds.length > MAX_KEYS)
      throw invalidRequest({ problems: [`key_ids: must have 1 to ${MAX_KEYS} ids`] });
    const uses = await listKeyUses(tx, org, keyIds);
    const lacked = Map.groupBy(await listLackedScopes(tx, org, keyIds), ({ keyId }) => keyId);
    const lastUsed = new Map(uses.map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt]));
    return {
      data: keyIds.map((keyId) => ({
        ...{ keyId, lastUsedAt: lastUsed.get(keyId) },
        lackedScopes: lacked.get(keyId) ?? [],
      })),
    };
  },
});
