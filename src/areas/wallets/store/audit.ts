import { sql } from 'kysely';
import { type AuditedStretch, isWithin } from '#platform/db/audit-by-keys.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** A range of rows in the order of their keys, and the start of the next one. */
interface Stretch {
  after: string;
  /** Null: to the end. */
  next: string | null;
}

/** A wallet that does not match its entries or its ledger book. */
interface WalletMismatch {
  accountId: string;
  balance: string;
  entries: string;
  held: string;
  holds: string;
  /** After the newest entry. */
  closing: string;
  book: string;
}

export async function listWalletMismatches(
  tx: Tx,
  org: Org,
  { stretch, limit }: AuditedStretch,
): Promise<WalletMismatch[]> {
  const { rows } = await sql<WalletMismatch>`
    select w.account_id, w.balance::text, e.total::text as entries, w.hold_amount::text as held,
      e.holds::text as holds, coalesce(l.closing_balance, 0)::text as closing, p.total::text as book
    from wallets w
    cross join lateral (
      select coalesce(sum(case transaction_type when 'CREDITED' then amount else -amount end), 0) as total,
        coalesce(sum(amount) filter (where status = 'ON_HOLD'), 0) as holds
      from wallet_entries where org_id = w.org_id and account_id = w.account_id) as e
    left join lateral (
      select closing_balance from wallet_entries where org_id = w.org_id and account_id = w.account_id
      order by ordinal desc limit 1) as l on true
    cross join lateral (
      select coalesce(-sum(p.amount), 0) as total from ledger_movements m
      join ledger_postings p on p.org_id = m.org_id and p.movement_id = m.id and p.book = 'WALLET'
      where m.org_id = w.org_id and m.account_id = w.account_id) as p
    where w.org_id = ${org.orgId} and ${isWithin('w.account_id', stretch)}
      and (w.balance <> e.total or w.balance + w.hold_amount <> p.total or w.hold_amount <> e.holds
        or w.balance <> coalesce(l.closing_balance, 0))
    order by w.account_id collate "C" limit ${limit}`.execute(tx);
  return rows;
}

export async function findMovementPage(
  tx: Tx,
  org: Org,
  { after, limit }: { after: string; limit: number },
): Promise<Stretch> {
  const { rows } = await sql<{ last: string }>`
    select id::text as last from ledger_movements where org_id = ${org.orgId} and id > ${after}::int8
    order by id offset ${limit - 1} limit 1`.execute(tx);
  return { after, next: rows[0]?.last ?? null };
}

export async function listUnbalanced(
  tx: Tx,
  org: Org,
  { page, limit }: { page: Stretch; limit: number },
): Promise<{ id: number; total: string | null }[]> {
  const { rows } = await sql<{ id: number; total: string | null }>`
    select m.id, sum(p.amount)::text as total from ledger_movements m
    left join ledger_postings p on p.org_id = m.org_id and p.movement_id = m.id
    where m.org_id = ${org.orgId} and m.id > ${page.after}::int8
      and (${page.next}::text is null or m.id <= ${page.next}::int8)
    group by m.id having sum(p.amount) is distinct from 0
    order by m.id limit ${limit}`.execute(tx);
  return rows;
}
