import type { Actor } from '#platform/http/operation.ts';
import { lacksScopes } from '#platform/problem.ts';
import type { QueryInput } from './schema.ts';
import { SOURCES } from './sources.ts';

/**
 * The rows of a query need the scopes that read them elsewhere. Whoever may request reports has them anyway,
 * in a file.
 */
export function requireSourceScopes({ scopes }: Actor, query: QueryInput): void {
  if (scopes.has('reports:write')) return;
  const columns = [
    ...query.selects,
    ...query.sort.map(({ column }) => column),
    ...(query.queryFilters ?? []).map(({ column }) => column),
  ];
  const names = new Set([query.baseDataSource, ...columns.map(({ dataSource }) => dataSource)]);
  const needed = SOURCES.filter(({ name }) => names.has(name)).map(({ scope }) => scope);
  const lacking = needed.filter((scope) => !scopes.has(scope));
  if (lacking.length > 0) throw lacksScopes(lacking);
}
