import { notFoundKind, problemKind } from '#platform/problem.ts';

export const apiKeyNotFound = notFoundKind('API key');
export const scopeNotHeld = problemKind(
  'SCOPE_NOT_HELD',
  400,
  (d: { scope: string }) =>
    `scopes: the credential of this request lacks ${d.scope}, so it cannot grant it; leave it out ` +
    'or use another credential',
);
export const rightsNotNamed = problemKind(
  'RIGHTS_NOT_NAMED',
  400,
  () => 'scopes: send either scopes or a role',
);
export const expiryPassed = problemKind('EXPIRY_PASSED', 400, () => 'expiresAt: must be in the future');
export const keyOutlivesParent = problemKind(
  'KEY_OUTLIVES_PARENT',
  400,
  (d: { until: string }) => `expiresAt: must not be after ${d.until}, when the key of this request expires`,
);
export const tooManyGenerations = problemKind(
  'TOO_MANY_GENERATIONS',
  400,
  (d: { max: number }) =>
    `the key of this request already has ${d.max} ancestors, the maximum; create the new key with ` +
    'one of those',
);
export const keyOutOfReach = problemKind(
  'KEY_OUT_OF_REACH',
  403,
  (d: { id: string; scope: string }) =>
    `API key ${d.id} has the scope ${d.scope}, which the credential of this request lacks; use a ` +
    'credential that has it',
);
export const portalScopeMissing = problemKind(
  'PORTAL_SCOPE_MISSING',
  403,
  () => 'revokePortalLogins: requires a credential with the scope portal:write',
);
export const ownKey = problemKind(
  'OWN_KEY',
  400,
  () => 'the key of this request cannot deactivate or delete itself or one of its ancestors; use another key',
);
export const keyExempt = problemKind(
  'API_KEY_EXEMPT',
  409,
  (d: { id: string }) =>
    `requests of API key ${d.id} need no approval, and whoever sees its new secret could act alone; remove ` +
    'the key from the approval policy first, or let the key rotate itself',
);
