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
  const { rows } = await sql<AccountMatch & { position: number }>`
    select sent.position, a.id as account_id, a.name as account_name, c.id as customer_id,
      c.name as customer_name, a.status, a.archived_at, alias.value as alias, a.invoice_currency
    from unnest(${refs.map(({ ref }) => ref)}::text[], ${refs.map(({ ref }) => aliasKey(ref))}::text[],
      ${refs.map(({ at }) => at)}::timestamptz[]) with ordinality as sent (ref, value, at, position)
    left join accounts own on own.org_id = ${org.orgId} and own.id = sent.ref
    -- At most one row: ranges of a value never overlap within an organization.
    left join account_aliases alias on own.id is null and alias.org_id = ${org.orgId}
      and alias.value = sent.value
      and tstzrange(alias.effective_from, alias.effective_until) @> sent.at
    join accounts a on a.org_id = ${org.orgId} and a.id = coalesce(own.id, alias.account_id)
    join customers c on c.org_id = a.org_id and c.id = a.customer_id`.execute(tx);
  const matches: (AccountMatch | null)[] = refs.map(() => null);
  for (const { position, ...match } of rows) matches[position - 1] = match;
  return matches;
}
