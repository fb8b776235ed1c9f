import type { DependencyValue } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { CachedPlans } from '../ingestion/cached-plans.ts';
import { NotedValues } from '../ingestion/noted-values.ts';
import type { KnownContext } from '../ingestion/pack-events.ts';
import { CHANGES_KEPT_SECONDS, type Changes } from '../store/catalog-changes.ts';
import { type AccountFacts, loadAccounts } from './account-facts.ts';
import {
  type CatalogFacts,
  type CatalogNames,
  isAllKnown,
  loadCatalog,
  noCatalogFacts,
} from './catalog-facts.ts';
import {
  forgetAccounts,
  isKnown,
  joinAccounts,
  type KnownAccounts,
  noKnownAccounts,
  rememberAccounts,
} from './known-accounts.ts';

/** Maximum names of schemas, meters and licenses that a process caches for one organization. */
const MAX_NAMES = 5_000;

/**
 * A process's cache of an organization's catalog, accounts and settings, so that ingestion does not read them
 * with every batch. It is consistent with the database, because every transaction first reads the changes
 * that have become visible since (`applyChanges`). Facts that changed while they were read are not cached.
 */
export interface KnownFacts {
  catalog: CatalogFacts;
  accounts: KnownAccounts;
  /** Settings that enrichments read, by schema and account. */
  dependencies: Map<string, ReadonlyMap<string, DependencyValue>>;
  /** Event contexts by content. They never change, so they are dropped only after a wipe. */
  contexts: Map<string, KnownContext>;
  /** Cleared whenever anything changes. */
  plans: CachedPlans;
  /** The last comparison with the database: snapshot and database time; null before the first. */
  compared: { snapshot: string; atSeconds: number } | null;
  /** The organization's clock when a transaction last read it. */
  clock: Temporal.Instant | null;
  /** Counts invalidations. */
  epoch: number;
  /** Number of coming transactions that look up whether ids are taken, because one recently was. */
  carefulFor: number;
  /** Uncovered values that are stored already. */
  noted: NotedValues;
  /** Events since the last check for dimensions to promote. */
  unfixedEvents: number;
}

export function nothingKnown(): KnownFacts {
  return {
    catalog: noCatalogFacts(),
    accounts: noKnownAccounts(),
    dependencies: new Map(),
    contexts: new Map(),
    plans: new CachedPlans(),
    compared: null,
    clock: null,
    epoch: 0,
    carefulFor: 0,
    noted: new NotedValues(),
    unfixedEvents: 0,
  };
}

/** Invalidates changed facts. Returns true if the catalog changed, which may change the ids of events. */
export function applyChanges(known: KnownFacts, { changes, snapshot, atSeconds }: Changes): boolean {
  const lastSeconds = known.compared?.atSeconds ?? atSeconds;
  known.compared = { snapshot, atSeconds };
  const isTooLate = atSeconds - lastSeconds > CHANGES_KEPT_SECONDS;
  if (changes.length === 0 && !isTooLate) return false;
  known.epoch++;
  // Settings of every level are cached by account and schema.
  known.dependencies.clear();
  known.plans.forget();
  const isUnknown = isTooLate || changes.some(({ kind }) => kind === 'WIPE');
  if (isUnknown) {
    known.accounts = noKnownAccounts();
    known.contexts.clear();
  } else forgetAccounts(known.accounts, changes);
  const isCatalogChanged = isUnknown || changes.some(({ kind }) => kind === 'CATALOG');
  if (isCatalogChanged) {
    known.catalog = noCatalogFacts();
    known.noted.forget();
  }
  return isCatalogChanged;
}

/** The facts that a batch needs; reads those that are not cached. May include facts of other batches. */
export async function learn(
  tx: Tx,
  org: Org,
  { known, names, refs }: { known: KnownFacts; names: CatalogNames; refs: readonly string[] },
): Promise<{ catalog: CatalogFacts; accounts: AccountFacts }> {
  const { epoch } = known;
  const missing = refs.filter((ref) => !isKnown(known.accounts, ref));
  const [catalog, found] = await Promise.all([
    learnCatalog(tx, org, { known: known.catalog, names }),
    missing.length > 0 ? loadAccounts(tx, org, missing) : null,
  ]);
  // Facts that another transaction invalidated meanwhile stay valid for this one but must not be cached.
  const isCurrent = known.epoch === epoch;
  const accounts = found ? joinAccounts(known.accounts, found, refs) : known.accounts;
  if (isCurrent) {
    known.catalog = bounded(catalog);
    if (found) rememberAccounts(known.accounts, found);
  }
  return { catalog, accounts };
}

async function learnCatalog(
  tx: Tx,
  org: Org,
  { known, names }: { known: CatalogFacts; names: CatalogNames },
): Promise<CatalogFacts> {
  if (isAllKnown(known, names)) return known;
  const { hourOf, schemas, namedMeters, licenses } = known;
  const facts: CatalogFacts = {
    hourOf,
    schemas: new Map(schemas),
    namedMeters: new Map(namedMeters),
    licenses: new Map(licenses),
  };
  await loadCatalog(tx, org, { facts, wanted: names });
  return facts;
}

function bounded(facts: CatalogFacts): CatalogFacts {
  const { schemas, namedMeters, licenses } = facts;
  return schemas.size + namedMeters.size + licenses.size > MAX_NAMES ? noCatalogFacts() : facts;
}
