import { operation } from '#platform/http/operation.ts';
import { checkEndsOthers, lockManagedKey } from '../manage-key.ts';
import { LOGINS_OF_KEY_END } from '../ports.ts';
import { apiKeyNotFound, keyOutOfReach, ownKey, portalScopeMissing } from '../problems.ts';
import { ApiKeyParams, DeleteApiKeyQuery, RevokedApiKeys } from '../schema.ts';
import { deleteApiKeys } from '../store.ts';

export const deleteApiKey = operation({
  id: 'deleteApiKey',
  method: 'DELETE',
  route: '/ext/v1/api_keys/{api_key_id}',
  scope: 'org:write',
  summary: 'Revoke an API key and every key that descends from it',
  description:
    'Irreversible. The API rejects these keys and every token issued for them, portal tokens included, ' +
    'within a second. Contacts who received their portal login from one of these keys keep it unless ' +
    '`revokePortalLogins` is true. The caller must hold every scope of the key.',
  request: { params: ApiKeyParams, query: DeleteApiKeyQuery },
  response: { status: 200, body: RevokedApiKeys },
  problems: [apiKeyNotFound, keyOutOfReach, ownKey, portalScopeMissing],
  deletes: 'api_key',
  async handle(context, { params, query }) {
    const { tx, org, now, actor, deployment } = context;
    const isWithLogins = query.revokePortalLogins ?? false;
    if (isWithLogins && !actor.scopes.has('portal:write')) throw portalScopeMissing();
    const { id } = await lockManagedKey(context, params.api_key_id);
    await checkEndsOthers(context, id);
    const revokedKeys = await deleteApiKeys(tx, org, { id, now });
    const ended = isWithLogins ? await deployment.callPort(LOGINS_OF_KEY_END, { tx, org }, revokedKeys) : [];
    return {
      success: true,
      revokedKeys: revokedKeys.toSorted(),
      revokedPortalLogins: ended.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    };
  },
});
