import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { scopesOfRole } from '#platform/http/roles.ts';
import { createKey } from '../create-key.ts';
import { holdParent } from '../hold-parent.ts';
import {
  expiryPassed,
  keyOutlivesParent,
  rightsNotNamed,
  scopeNotHeld,
  tooManyGenerations,
} from '../problems.ts';
import { CreateApiKeyRequest, CreatedApiKey } from '../schema.ts';

export const createApiKey = operation({
  id: 'createApiKey',
  method: 'POST',
  route: '/ext/v1/api_keys',
  scope: 'org:write',
  summary: 'Create an API key',
  description:
    'The response contains the secret, which is not stored and cannot be shown again. The new key is a ' +
    'child of the key of the request: its scopes are limited to those of its parent, and it ends no ' +
    'later. A key that a person creates has no parent: it stays when the person leaves.',
  request: { body: CreateApiKeyRequest },
  response: { status: 201, body: CreatedApiKey },
  problems: [rightsNotNamed, scopeNotHeld, expiryPassed, keyOutlivesParent, tooManyGenerations],
  returnsSecret: true,
  async handle({ tx, org, now, actor }, { body }) {
    const { name, role } = body;
    const scopes = role ? scopesOfRole(role) : body.scopes;
    if (!scopes || (role && body.scopes)) throw rightsNotNamed();
    const missing = scopes.find((scope) => !actor.scopes.has(scope));
    if (missing) throw scopeNotHeld({ scope: missing });
    // Credentials expire in real time: a moved sandbox clock must not lock its users out.
    if (body.expiresAt && Temporal.Instant.compare(body.expiresAt, realNow()) <= 0) throw expiryPassed();
    const parent = await holdParent({ tx, org, actor });
    const { expiresAt: end = null, id: parentId = null } = parent ?? {};
    const expiresAt = body.expiresAt ?? end;
    if (end && expiresAt && Temporal.Instant.compare(expiresAt, end) > 0)
      throw keyOutlivesParent({ until: end.toString() });
    const holderId = actor.user?.id ?? null;
    return createKey(tx, org, { name, scopes, ...(role && { role }), expiresAt, parentId, holderId, now });
  },
});
