import type { DependencyValue } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { CachedPlans } from '../ingestion/cached-plans.ts';
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

/** Names of schemas, meters and licences that a process remembers of one organization. */
const MOST_NAMES = 5_000;

/**
 * What a process remembers of an organization's catalog, accounts and settings, so that ingestion reads them
 * once and not with every batch. It is as true as the database, because every transaction first asks for the
 * changes that became visible since (`applyChanges`). What was read before a change of it came is not kept.
 */
export interface KnownFacts {
  catalog: CatalogFacts;
  accounts: KnownAccounts;
  /** Settings that enrichments read, by schema and account. */
  dependencies: Map<string, ReadonlyMap<string, DependencyValue>>;
  /** Of events, by what they share. They never change, so they are forgotten when all of it was wiped. */
  contexts: Map<string, KnownContext>;
  /** Forgotten whenever anything changes. */
  plans: CachedPlans;
  /** What all of it was compared with last, and when by the database's clock; null before the first time. */
  compared: { snapshot: string; atSeconds: number } | null;
  /** The organization's clock when a transaction last read it. */
  clock: Temporal.Instant | null;
  /** Counts what was forgotten. */
  epoch: number;
  /** So many transactions yet look up whether ids are taken, because one was a moment ago. */
  carefulFor: number;
  /** Events since it was last looked which values of dimensions stay. */
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
    unfixedEvents: 0,
  };
}

/** Forgets what has changed. True when the catalog did, which may change the ids of events. */
export function applyChanges(known: KnownFacts, { changes, snapshot, atSeconds }: Changes): boolean {
  const lastSeconds = known.compared?.atSeconds ?? atSeconds;
  known.compared = { snapshot, atSeconds };
  const isTooLate = atSeconds - lastSeconds > CHANGES_KEPT_SECONDS;
  if (changes.length === 0 && !isTooLate) return false;
  known.epoch++;
  // Whatever a setting belongs to, it is looked up by account and schema.
  known.dependencies.clear();
  known.plans.forget();
  const isUnknown = isTooLate || changes.some(({ kind }) => kind === 'WIPE');
  if (isUnknown) {
    known.accounts = noKnownAccounts();
    known.contexts.clear();
  } else forgetAccounts(known.accounts, changes);
  const isCatalogChanged = isUnknown || changes.some(({ kind }) => kind === 'CATALOG');
  if (isCatalogChanged) known.catalog = noCatalogFacts();
  return isCatalogChanged;
}

/** The facts that a batch needs, read where they are not known. Those of other batches may be among them. */
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
  // What another transaction has forgotten meanwhile must not come back; for this one it is still true.
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
  return schemas.size + namedMeters.size + licenses.size > MOST_NAMES ? noCatalogFacts() : facts;
}
