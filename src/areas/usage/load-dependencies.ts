import type { AccountMatch } from '#areas/accounts/index.ts';
import { type CompiledSchema, type DependencyValue, dependencyKeys } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { KnownFacts } from './known/known-facts.ts';
import { findSettings, type WantedSetting } from './store/dependencies.ts';

const NO_DEPENDENCIES: ReadonlyMap<string, DependencyValue> = new Map();
/** Maximum cached combinations of account and schema. */
const MAX_CACHED = 20_000;

type Dependencies = ReadonlyMap<string, DependencyValue>;

/**
 * The settings that the enrichments of a batch read, by event index. Each is looked up once per account and
 * schema, and cached.
 */
export async function loadDependencies(
  tx: Tx,
  org: Org,
  batch: {
    matches: readonly (AccountMatch | null)[];
    schemas: readonly (CompiledSchema | null)[];
    known: KnownFacts;
  },
): Promise<(index: number) => Dependencies> {
  const { known, matches, schemas } = batch;
  const { epoch } = known;
  const found = new Map<string, Dependencies>();
  const wanted: { scope: string; key: string; setting: WantedSetting }[] = [];
  const scopes = schemas.map((schema, index) => {
    const match = matches[index];
    if (!schema || !match || schema.dependencies.length === 0) return null;
    const scope = JSON.stringify([schema.name, match.accountId]);
    if (found.has(scope)) return scope;
    const remembered = known.dependencies.get(scope);
    found.set(scope, remembered ?? new Map());
    if (remembered) return scope;
    for (const { key, namespace, id } of dependencyKeys(schema)) {
      const { accountId, customerId } = match;
      const setting = { namespace, id, accountId, customerId, schemaName: schema.name };
      wanted.push({ scope, key, setting });
    }
    return scope;
  });
  if (wanted.length > 0) {
    const values = await findSettings(
      tx,
      org,
      wanted.map(({ setting }) => setting),
    );
    for (const [i, { scope, key }] of wanted.entries()) {
      const value = values[i];
      if (value) (found.get(scope) as Map<string, DependencyValue>).set(key, value);
    }
    // Entries invalidated while they were being read must not be cached again.
    if (known.epoch === epoch) remember(known, found);
  }
  return (index) => found.get(scopes[index] ?? '') ?? NO_DEPENDENCIES;
}

function remember({ dependencies }: KnownFacts, found: ReadonlyMap<string, Dependencies>): void {
  if (dependencies.size + found.size > MAX_CACHED) dependencies.clear();
  for (const [scope, values] of found) dependencies.set(scope, values);
}
