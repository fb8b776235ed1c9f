import type { AccountMatch } from '#areas/accounts/index.ts';
import {
  type CompiledSchema,
  type DependencyValue,
  dependencyKeys,
  type SchemaEvent,
} from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findSettings, type WantedSetting } from './store/dependencies.ts';

const NO_DEPENDENCIES: ReadonlyMap<string, DependencyValue> = new Map();

/**
 * The settings that the enrichments of a batch read, by the position of the event. Each is looked up once for
 * each account and schema that need it.
 */
export async function loadDependencies(
  tx: Tx,
  org: Org,
  batch: {
    events: readonly SchemaEvent[];
    matches: readonly (AccountMatch | null)[];
    schemaOf(event: SchemaEvent): CompiledSchema | null;
  },
): Promise<(index: number) => ReadonlyMap<string, DependencyValue>> {
  const wanted = new Map<string, { scope: string; key: string; setting: WantedSetting }>();
  const scopes = batch.events.map((event, index) => {
    const schema = batch.schemaOf(event);
    const match = batch.matches[index];
    if (!schema || !match || schema.dependencies.length === 0) return null;
    const scope = JSON.stringify([schema.name, match.accountId]);
    for (const { key, namespace, id } of dependencyKeys(schema)) {
      const { accountId, customerId } = match;
      const setting = { namespace, id, accountId, customerId, schemaName: schema.name };
      wanted.set(`${scope}${key}`, { scope, key, setting });
    }
    return scope;
  });
  const list = [...wanted.values()];
  const values = await findSettings(
    tx,
    org,
    list.map(({ setting }) => setting),
  );
  const found = new Map<string, Map<string, DependencyValue>>();
  for (const [i, { scope, key }] of list.entries()) {
    const value = values[i];
    if (!found.has(scope)) found.set(scope, new Map());
    if (value) found.get(scope)?.set(key, value);
  }
  return (index) => found.get(scopes[index] ?? '') ?? NO_DEPENDENCIES;
}
