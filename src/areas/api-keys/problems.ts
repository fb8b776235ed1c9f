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
export const ownKey = problemKind(
  'OWN_KEY',
  400,
  () => 'the key of this request cannot deactivate or delete itself; use another key',
);
