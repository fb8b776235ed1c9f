import { operation } from '#platform/http/operation.ts';
import { describeKey } from '../describe-key.ts';
import { checkEndsOthers, lockManagedKey } from '../manage-key.ts';
import { apiKeyNotFound, keyOutOfReach, ownKey } from '../problems.ts';
import { ApiKey, ApiKeyParams, UpdateApiKeyRequest } from '../schema.ts';
import { updateApiKey as updateRow } from '../store.ts';

export const updateApiKey = operation({
  id: 'updateApiKey',
  method: 'PATCH',
  route: '/ext/v1/api_keys/{api_key_id}',
  scope: 'org:write',
  summary: 'Rename, deactivate or activate an API key',
  description:
    'The API rejects a deactivated key within a second, together with every token issued for it and ' +
    'every key that descends from it, until the key is activated again. The caller must hold every scope ' +
    'of the key.',
  request: { params: ApiKeyParams, body: UpdateApiKeyRequest },
  response: { status: 200, body: ApiKey },
  problems: [apiKeyNotFound, keyOutOfReach, ownKey],
  async handle(context, { params, body }) {
    const { tx, org, now } = context;
    const { id } = await lockManagedKey(context, params.api_key_id);
    if (body.status === 'INACTIVE') await checkEndsOthers(context, id);
    return describeKey(await updateRow(tx, org, { id, now, ...body }));
  },
});
