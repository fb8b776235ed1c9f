import type { AccountReference } from '#areas/accounts/index.ts';
import type { CatalogChange } from '../store/catalog-changes.ts';
import { type AccountFacts, matchesOf, noAccountFacts } from './account-facts.ts';

/** Maximum references that a process caches for one organization; evicted ones are read again. */
const MAX_REFERENCES = 20_000;

/** Cached accounts, and the references to invalidate when something changes. */
export interface KnownAccounts extends AccountFacts {
  /** References by the change that invalidates them, such as `ACCOUNT a1`. */
  spoiledBy: Map<string, Set<string>>;
}

export function noKnownAccounts(): KnownAccounts {
  return { ...noAccountFacts(), spoiledBy: new Map() };
}

export function forgetAccounts(known: KnownAccounts, changes: readonly CatalogChange[]): void {
  for (const { kind, key } of changes) {
    const spoiled = `${kind} ${key}`;
    for (const ref of known.spoiledBy.get(spoiled) ?? []) known.references.delete(ref);
    known.spoiledBy.delete(spoiled);
    if (kind === 'ACCOUNT') known.schedules.delete(key);
  }
}

export function rememberAccounts(known: KnownAccounts, found: AccountFacts): void {
  if (known.references.size + found.references.size > MAX_REFERENCES) {
    known.references.clear();
    known.schedules.clear();
    known.spoiledBy.clear();
  }
  for (const [id, schedules] of found.schedules) known.schedules.set(id, schedules);
  for (const [ref, reference] of found.references) {
    known.references.set(ref, reference);
    for (const spoiled of spoilersOf(reference)) {
      const refs = known.spoiledBy.get(spoiled) ?? new Set();
      known.spoiledBy.set(spoiled, refs.add(ref));
    }
  }
}

/** An alias can be given to further accounts, for other times. */
function* spoilersOf(reference: AccountReference): Generator<string> {
  for (const { accountId, customerId } of matchesOf(reference)) {
    yield `ACCOUNT ${accountId}`;
    yield `CUSTOMER ${customerId}`;
  }
  for (const { match } of reference.aliases) if (match.alias !== null) yield `ALIAS ${match.alias}`;
}

export function isKnown({ references, schedules }: AccountFacts, ref: string): boolean {
  const reference = references.get(ref);
  return reference !== undefined && matchesOf(reference).every(({ accountId }) => schedules.has(accountId));
}

/** Merges newly read references with the cached ones. */
export function joinAccounts(
  known: AccountFacts,
  found: AccountFacts,
  refs: readonly string[],
): AccountFacts {
  const all: AccountFacts = { references: new Map(found.references), schedules: new Map(found.schedules) };
  for (const ref of refs) {
    const reference = known.references.get(ref);
    if (!reference || all.references.has(ref)) continue;
    all.references.set(ref, reference);
    for (const { accountId } of matchesOf(reference)) {
      const schedules = known.schedules.get(accountId);
      if (schedules && !all.schedules.has(accountId)) all.schedules.set(accountId, schedules);
    }
  }
  return all;
}
