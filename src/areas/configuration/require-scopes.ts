import type { Actor } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';

const AREAS = ['catalog', 'plans', 'settings'] as const;

/** A document is of several areas: who reads or writes it needs the scope of each. */
export function requireScopes({ scopes }: Actor, access: 'read' | 'write'): void {
  if (AREAS.some((area) => !scopes.has(`${area}:${access}`))) throw forbidden();
}
