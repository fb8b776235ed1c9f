import type { Actor } from '#platform/http/operation.ts';
import { lacksScopes } from '#platform/problem.ts';

const AREAS = ['catalog', 'plans', 'settings'] as const;

/** A document covers several areas, so exporting or importing it needs the scope of each. */
export function requireScopes({ scopes }: Actor, access: 'read' | 'write'): void {
  const lacking = AREAS.map((area) => `${area}:${access}` as const).filter((scope) => !scopes.has(scope));
  if (lacking.length > 0) throw lacksScopes(lacking);
}
