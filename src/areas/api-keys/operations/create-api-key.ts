import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { scopesOfRole } from '#platform/http/roles.ts';
import { createKey } from '../create-key.ts';
import { expiryPassed, rightsNotNamed, scopeNotHeld } from '../problems.ts';
import { CreateApiKeyRequest, CreatedApiKey } from '../schema.ts';

export const createApiKey = operation({
  id: 'createApiKey',
  method: 'POST',
  route: '/ext/v1/api_keys',
  scope: 'org:write',
  summary: 'Create an API key',
  description: 'The answer holds the secret; it is not stored and cannot be shown again.',
  request: { body: CreateApiKeyRequest },
  response: { status: 201, body: CreatedApiKey },
  problems: [rightsNotNamed, scopeNotHeld, expiryPassed],
  answersSecret: true,
  handle({ tx, org, now, actor }, { body }) {
    const { name, role } = body;
    const scopes = role ? scopesOfRole(role) : body.scopes;
    if (!scopes || (role && body.scopes)) throw rightsNotNamed();
    const missing = scopes.find((scope) => !actor.scopes.has(scope));
    if (missing) throw scopeNotHeld({ scope: missing });
    const expiresAt = body.expiresAt ?? null;
    // A credential's life is real time: a moved sandbox clock must not lock its users out.
    if (expiresAt && Temporal.Instant.compare(expiresAt, realNow()) <= 0) throw expiryPassed();
    return createKey(tx, org, { name, scopes, ...(role && { role }), expiresAt, now });
  },
});
