import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Appends at most `most` unsealed entries to the chain; returns their number. */
export async function sealEntries(tx: Tx, max: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select seal_audit_log(${max}) as sealed`.execute(tx);
  return rows[0]?.sealed ?? 0;
}

/**
 * Deletes at most `most` entries of these types that are older than their retention, which is longer for
 * those of `money`. Their links stay, so that the chain continues. Returns their number.
 */
export async function purgeEntries(
  tx: Tx,
  { types, money, max }: { types: readonly string[]; money: readonly string[]; max: number },
): Promise<number> {
  const { rows } = await sql<{ purged: number }>`
    select purge_audit_log(${[...types]}::text[], ${[...money]}::text[], ${max}) as purged`.execute(tx);
  return rows[0]?.purged ?? 0;
}

/**
 * Erases the content of entries about resources with personal data; unsealed entries are sealed first. The
 * hashes of the original content stay in the chain.
 */
export async function eraseEntries(
  tx: Tx,
  erased: readonly { type: ErasedType; ids: readonly string[] }[],
): Promise<void> {
  while ((await sealEntries(tx, SEALED_TOGETHER)) === SEALED_TOGETHER);
  for (const { type, ids } of erased)
    await sql`select erase_audited(${type}, ${[...ids]}::text[])`.execute(tx);
}

/** Types of entries with personal data: those known to the database function `personal_members`. */
type ErasedType =
  | ('CUSTOMER' | 'ACCOUNT' | 'CONTACT' | 'ALIAS' | 'KNOWN_ALIAS' | 'SETTING' | 'ALERT_CHANNEL')
  | ('INVOICE_GROUP' | 'REPORT' | 'NOTE');

const SEALED_TOGETHER = 1_000;

export interface ChainPage {
  /** The links that break the chain. */
  broken: {
    number: number;
    entryId: number;
    isAfterGap: boolean;
    isLinked: boolean;
    hasEntry: boolean;
    isUnchanged: boolean;
  }[];
  /** Null after the last one. */
  next: number | null;
}

/** Recomputes `limit` links with numbers after `after`. */
export async function checkLinks(
  tx: Tx,
  org: Org,
  { after, limit }: { after: number; limit: number },
): Promise<ChainPage> {
  const { rows } = await sql<ChainPage['broken'][number] & { isLast: boolean; isBroken: boolean }>`
    with links as (
      select number, entry_id, previous_hash, hash,
        lag(number, 1, 0::bigint) over (order by number) as number_before,
        lag(hash, 1, decode(repeat('00', 32), 'hex')) over (order by number) as hash_before,
        purged_at, entry_at, erased_hash
      from audit_seals where org_id = ${org.orgId} and number >= ${after}
      order by number limit ${limit + 1}),
    checked as (
      select number, entry_id, number_before + 1 <> number as is_after_gap,
        links.previous_hash = hash_before as is_linked,
        case when purged_at is null then l.id is not null
          else l.id is null and entry_at < purged_at - audit_kept_at_least() end as has_entry,
        (purged_at is not null or coalesce(
          coalesce(erased_hash, hash) = audit_hash(links.previous_hash, number, audit_entry_text(l)), false)
          and (erased_hash is null or personal_members(l.entity_type) is not null
            or l.actor_contact is not null)) as is_unchanged,
        number = max(number) over () as is_last
      from links left join audit_log l on l.org_id = ${org.orgId} and l.id = links.entry_id
      where number > ${after})
    select * from (
      select *, is_after_gap or not is_linked or not has_entry or not is_unchanged as is_broken
      from checked) as verdicts
    where is_last or is_broken order by number`.execute(tx);
  const broken = rows.filter(({ isBroken }) => isBroken);
  return { broken, next: rows.find(({ isLast }) => isLast)?.number ?? null };
}

/** The difference between the chain's head and its last link, if any. */
export async function findLostHead(
  tx: Tx,
  org: Org,
): Promise<{ number: number; lastNumber: number | null } | null> {
  const { rows } = await sql<{ number: number; lastNumber: number | null }>`
    select head.number, last.number as last_number
    from audit_chains head left join lateral (
      select number, hash from audit_seals where org_id = head.org_id order by number desc limit 1
    ) last on true
    where head.org_id = ${org.orgId} and head.number > 0
      and (last.number, last.hash) is distinct from (head.number, head.hash)`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Entries after `after` that are neither sealed nor waiting, or both, and waiting rows without an entry. One
 * statement writes an entry and its waiting row, and another one its seal and the end of the waiting.
 */
export async function listStrays(
  tx: Tx,
  org: Org,
  { after, limit }: { after: number; limit: number },
): Promise<{ strays: { id: number; isEntry: boolean; isSealed: boolean }[]; next: number | null }> {
  const { rows } = await sql<{ id: number; isEntry: boolean; isSealed: boolean; isWaiting: boolean }>`
    select ids.id, l.id is not null as is_entry, s.entry_id is not null as is_sealed,
      u.id is not null as is_waiting
    from (
      (select id from audit_log where org_id = ${org.orgId} and id > ${after} order by id limit ${limit})
      union
      (select id from audit_unsealed where org_id = ${org.orgId} and id > ${after} order by id limit ${limit})
      order by id limit ${limit}) ids
    left join audit_log l on l.org_id = ${org.orgId} and l.id = ids.id
    left join audit_seals s on s.org_id = ${org.orgId} and s.entry_id = ids.id
    left join audit_unsealed u on u.org_id = ${org.orgId} and u.id = ids.id
    order by ids.id`.execute(tx);
  return {
    strays: rows.filter(({ isEntry, isSealed, isWaiting }) => !isEntry || isSealed === isWaiting),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
