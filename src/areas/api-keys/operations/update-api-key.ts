import { operation } from '#platform/http/operation.ts';
import { describeKey } from '../describe-key.ts';
import { apiKeyNotFound, ownKey } from '../problems.ts';
import { ApiKey, ApiKeyParams, UpdateApiKeyRequest } from '../schema.ts';
import { updateApiKey as updateRow } from '../store.ts';

export const updateApiKey = operation({
  id: 'updateApiKey',
  method: 'PATCH',
  route: '/ext/v1/api_keys/{api_key_id}',
  scope: 'org:write',
  summary: 'Rename, deactivate or activate an API key',
  description: 'A deactivated key and every token made from it are refused within a second.',
  request: { params: ApiKeyParams, body: UpdateApiKeyRequest },
  response: { status: 200, body: ApiKey },
  problems: [apiKeyNotFound, ownKey],
  async handle({ tx, org, now, actor }, { params, body }) {
    if (body.status === 'INACTIVE' && params.api_key_id === actor.credentialId) throw ownKey();
    const row = await updateRow(tx, org, { id: params.api_key_id, now, ...body });
    if (!row) throw apiKeyNotFound({ id: params.api_key_id });
    return describeKey(row);
  },
});
