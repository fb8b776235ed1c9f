import { operation } from '#platform/http/operation.ts';
import { hashSecret, newSecret, prefixOf } from '../create-key.ts';
import { describeKey } from '../describe-key.ts';
import { lockManagedKey } from '../manage-key.ts';
import { SECRET_OF_KEY_SHOWN } from '../ports.ts';
import { apiKeyNotFound, keyExempt, keyOutOfReach } from '../problems.ts';
import { ApiKeyParams, CreatedApiKey } from '../schema.ts';
import { findKeyHolder, replaceSecret } from '../store.ts';

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
  problems: [apiKeyNotFound, keyOutOfReach, keyExempt],
  returnsSecret: true,
  async handle(context, { params }) {
    const { tx, org, now, actor, deployment } = context;
    const { id } = await lockManagedKey(context, params.api_key_id);
    // A key that rotates itself has shown its secret to no other person.
    const isOwn = id === actor.credentialId;
    if (!isOwn) await deployment.callPort(SECRET_OF_KEY_SHOWN, { tx, org }, [id]);
    const secret = newSecret(org);
    const holderId = actor.user?.id ?? (await findKeyHolder(tx, org, actor.credentialId))?.holderId ?? null;
    const changed = { id, now, prefix: prefixOf(secret), secretHash: hashSecret(secret), holderId };
    return { ...describeKey(await replaceSecret(tx, org, changed)), secret };
  },
});
