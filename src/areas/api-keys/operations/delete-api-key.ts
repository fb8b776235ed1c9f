import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { apiKeyNotFound, ownKey } from '../problems.ts';
import { ApiKeyParams } from '../schema.ts';
import { deleteApiKey as deleteRow } from '../store.ts';

export const deleteApiKey = operation({
  id: 'deleteApiKey',
  method: 'DELETE',
  route: '/ext/v1/api_keys/{api_key_id}',
  scope: 'org:write',
  summary: 'Delete an API key',
  description: 'Irreversible. The key and every token made from it are refused within a second.',
  request: { params: ApiKeyParams },
  response: { status: 200, body: Success },
  problems: [apiKeyNotFound, ownKey],
  async handle({ tx, org, now, actor }, { params }) {
    if (params.api_key_id === actor.credentialId) throw ownKey();
    const isDeleted = await deleteRow(tx, org, { id: params.api_key_id, now });
    if (!isDeleted) throw apiKeyNotFound({ id: params.api_key_id });
    return { success: true };
  },
});
