import { operation } from '#platform/http/operation.ts';
import { hashSecret, newSecret, prefixOf } from '../create-key.ts';
import { describeKey } from '../describe-key.ts';
import { lockManagedKey } from '../manage-key.ts';
import { apiKeyNotFound, keyOutOfReach } from '../problems.ts';
import { ApiKeyParams, CreatedApiKey } from '../schema.ts';
import { replaceSecret } from '../store.ts';

export const rotateApiKey = operation({
  id: 'rotateApiKey',
  method: 'POST',
  route: '/ext/v1/api_keys/{api_key_id}/rotate',
  scope: 'org:write',
  summary: 'Rotate the secret of an API key',
  description:
    'The key, its scopes and its child keys stay. The API rejects the old secret within a second, and ' +
    'with it the access tokens and portal tokens issued for it. A key may rotate itself. The response ' +
    'contains the new secret, which is not stored and cannot be shown again.',
  request: { params: ApiKeyParams },
  response: { status: 200, body: CreatedApiKey },
  problems: [apiKeyNotFound, keyOutOfReach],
  returnsSecret: true,
  async handle(context, { params }) {
    const { tx, org, now } = context;
    const { id } = await lockManagedKey(context, params.api_key_id);
    const secret = newSecret(org);
    const changed = { id, now, prefix: prefixOf(secret), secretHash: hashSecret(secret) };
    return { ...describeKey(await replaceSecret(tx, org, changed)), secret };
  },
});
