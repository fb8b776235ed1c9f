import { notFoundKind, problemKind } from '#platform/problem.ts';

export const apiKeyNotFound = notFoundKind('API key');
export const scopeNotHeld = problemKind(
  'SCOPE_NOT_HELD',
  400,
  (d: { scope: string }) =>
    `scopes: a key cannot give ${d.scope}, which the credential of this request does not hold`,
);
export const rightsNotNamed = problemKind(
  'RIGHTS_NOT_NAMED',
  400,
  () => 'name what the key may: either scopes or a role',
);
export const expiryPassed = problemKind('EXPIRY_PASSED', 400, () => 'expiresAt: must be in the future');
export const keyOutlivesParent = problemKind(
  'KEY_OUTLIVES_PARENT',
  400,
  (d: { until: string }) => `expiresAt: a key ends with the key that makes it, at the latest on ${d.until}`,
);
export const tooManyGenerations = problemKind(
  'TOO_MANY_GENERATIONS',
  400,
  (d: { max: number }) =>
    `the key of this request has ${d.max} keys above it already; make the new key with one of those`,
);
export const keyOutOfReach = problemKind(
  'KEY_OUT_OF_REACH',
  403,
  (d: { id: string; scope: string }) =>
    `API key ${d.id} holds ${d.scope}, which the credential of this request does not; use one that holds it`,
);
export const portalScopeMissing = problemKind(
  'PORTAL_SCOPE_MISSING',
  403,
  () => 'revokePortalLogins: needs a credential with the scope portal:write',
);
export const ownKey = problemKind(
  'OWN_KEY',
  400,
  () =>
    'the key of this request cannot deactivate or delete itself, or a key that it ' +
    'descends from; use another key',
);
