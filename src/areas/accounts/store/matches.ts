import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { aliasKey } from '../alias-rules.ts';
import type { AccountsTable } from '../tables.ts';

/** The account that an event's reference means. */
export interface AccountMatch {
  accountId: string;
  accountName: string;
  customerId: string;
  customerName: string;
  status: AccountsTable['status'];
  archivedAt: Temporal.Instant | null;
  /** The alias that matched; null when the reference was the account's id. */
  alias: string | null;
  invoiceCurrency: string;
}

/**
 * Resolves references at their instants, in the order given; null where nothing matches. An exact id wins
 * over an alias; an alias matches in lower case while its half-open range contains the instant. Archived
 * accounts are matched too: what their status means is the caller's to decide.
 */
export async function matchAccounts(
  tx: Tx,
  org: Org,
  refs: readonly { ref: string; at: Temporal.Instant }[],
): Promise<(AccountMatch | null)[]> {
  if (refs.length === 0) return [];
  // Each lateral part has a limit, which keeps it a probe of an index for each reference: joined freely, the
  // planner reads whole tables, because it does not know how few references there are (100 times slower).
  const { rows } = await sql<AccountMatch & { position: number }>`
    select sent.position, found.*, c.name as customer_name
    from unnest(${refs.map(({ ref }) => ref)}::text[], ${refs.map(({ ref }) => aliasKey(ref))}::text[],
      ${refs.map(({ at }) => at)}::timestamptz[]) with ordinality as sent (ref, value, at, position)
    cross join lateral (
      select a.*, means.alias
      from (
        select sent.ref as id, null as alias
        union all
        (select account_id, value from account_aliases
          where org_id = ${org.orgId} and value collate "C" = sent.value
            and tstzrange(effective_from, effective_until) @> sent.at
          limit 1)) means
      cross join lateral (
        select id as account_id, name as account_name, customer_id, status, archived_at, invoice_currency
        from accounts where org_id = ${org.orgId} and id = means.id limit 1) a
      order by means.alias nulls first limit 1) found
    cross join lateral (
      select name from customers
      where org_id = ${org.orgId} and id = found.customer_id limit 1) c`.execute(tx);
  const matches: (AccountMatch | null)[] = refs.map(() => null);
  for (const { position, ...match } of rows) matches[position - 1] = match;
  return matches;
}
