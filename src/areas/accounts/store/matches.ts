import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { aliasKey } from '../alias-rules.ts';
import type { AccountsTable } from '../tables.ts';

/** The account to which an event's reference resolves. */
export interface AccountMatch {
  accountId: string;
  accountName: string;
  customerId: string;
  customerName: string;
  status: AccountsTable['status'];
  archivedAt: Temporal.Instant | null;
  /** The alias that matched; null if the reference was the account's id. */
  alias: string | null;
  invoiceCurrency: string;
}

/** All candidates of a reference: an account by its id at any time, or accounts by an alias over time. */
export interface AccountReference {
  exact: AccountMatch | null;
  aliases: readonly { match: AccountMatch; from: Temporal.Instant | null; until: Temporal.Instant | null }[];
}

/**
 * The candidates by reference; references that match no id or alias are absent. Includes archived accounts:
 * the caller decides what their status means.
 */
export async function listAccountReferences(
  tx: Tx,
  org: Org,
  refs: readonly string[],
): Promise<Map<string, AccountReference>> {
  if (refs.length === 0) return new Map();
  // The lateral joins force an index probe for each reference: with plain joins the planner, which cannot
  // know how few references there are, reads whole tables (100 times slower).
  const { rows } = await sql<FoundReference>`
    select sent.ref, means.alias, lower(means.during) as from_at, upper(means.during) as until_at,
      a.account_id, a.account_name, a.customer_id, a.status, a.archived_at, a.invoice_currency,
      c.name as customer_name
    from unnest(${refs}::text[], ${refs.map(aliasKey)}::text[]) as sent (ref, value)
    cross join lateral (
      select sent.ref as id, null as alias, null::tstzrange as during
      union all
      (select account_id, value, tstzrange(effective_from, effective_until) from account_aliases
        where org_id = ${org.orgId} and value collate "C" = sent.value
        limit ${MAX_RANGES})) means
    cross join lateral (
      select id as account_id, name as account_name, customer_id, status, archived_at, invoice_currency
      from accounts where org_id = ${org.orgId} and id = means.id limit 1) a
    cross join lateral (
      select name from customers
      where org_id = ${org.orgId} and id = a.customer_id limit 1) c`.execute(tx);
  const found = new Map<string, { exact: AccountMatch | null; aliases: Mutable['aliases'] }>();
  for (const { ref, fromAt: from, untilAt: until, ...match } of rows) {
    const reference = found.get(ref) ?? { exact: null, aliases: [] };
    found.set(ref, reference);
    if (match.alias === null) reference.exact = match;
    else reference.aliases.push({ match, from, until });
  }
  return found;
}

type FoundReference = AccountMatch & {
  ref: string;
  fromAt: Temporal.Instant | null;
  untilAt: Temporal.Instant | null;
};
interface Mutable {
  aliases: { match: AccountMatch; from: Temporal.Instant | null; until: Temporal.Instant | null }[];
}

/** Ranges of one alias value never overlap; this limits how often it may have changed accounts. */
const MAX_RANGES = 10_000;

/** Ids and current aliases of accounts, to compare with a reference that matches none. */
export interface AccountName {
  value: string;
  accountId: string;
  accountName: string;
}

/** At most `limit` names for each reference that begin like it, by the indexes of both. */
export async function listNamesLike(
  tx: Tx,
  org: Org,
  { starts, at, limit }: { starts: readonly string[]; at: Temporal.Instant; limit: number },
): Promise<AccountName[]> {
  const { rows } = await sql<AccountName>`
    select distinct on (found.value, a.id) found.value, a.id as account_id, a.name as account_name
    from unnest(${starts}::text[]) as sent (start)
    cross join lateral (
      (select id as account_id, id as value from accounts
        where org_id = ${org.orgId} and starts_with(id, sent.start) limit ${sql.lit(limit)})
      union all
      (select account_id, value from account_aliases
        where org_id = ${org.orgId} and starts_with(value, sent.start)
          and tstzrange(effective_from, effective_until) @> ${at}::timestamptz
        limit ${sql.lit(limit)})) as found
    join accounts a on a.org_id = ${org.orgId} and a.id = found.account_id and a.status <> 'ARCHIVED'
    order by found.value, a.id`.execute(tx);
  return rows;
}

/** An exact id wins over an alias; an alias applies while its half-open range contains the instant. */
export function resolveReference(
  reference: AccountReference | undefined,
  at: Temporal.Instant,
): AccountMatch | null {
  if (!reference) return null;
  if (reference.exact) return reference.exact;
  const { compare } = Temporal.Instant;
  const held = reference.aliases.find(
    ({ from, until }) => (!from || compare(from, at) <= 0) && (!until || compare(at, until) < 0),
  );
  return held?.match ?? null;
}
