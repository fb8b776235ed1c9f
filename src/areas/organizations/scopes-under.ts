import type { Scope } from '#platform/http/operation.ts';

export type OrganizationStatus = 'ACTIVE' | 'SUSPENDED' | 'CLOSED';

/** What is left of scopes in an organization with a status: a suspended one is read-only. */
export function scopesUnder(status: OrganizationStatus, scopes: Scope[]): Scope[] {
  return status === 'SUSPENDED' ? scopes.filter((scope) => scope.endsWith(':read')) : scopes;
}
