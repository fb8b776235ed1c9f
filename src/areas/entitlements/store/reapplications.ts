import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WalletEntry } from '../draw-credits.ts';
import type { WalletKey } from './wallets.ts';

/** The scope of a reapplication: a locked wallet's debits of events from an instant on. */
export interface Reapplication extends WalletKey {
  from: Temporal.Instant;
  /** Entries that an edit has ended or removed. */
  endedIds: readonly string[];
}

export type ReappliedEntry = WalletEntry & {
  /** The part of `used` that belongs to events of the reapplication. */
  reapplied: Decimal;
};

/**
 * Entries that events of the reapplication debited or can debit. Debits of entries that an operator has since
 * voided or given another end stay unchanged.
 */
export async function listReappliedEntries(
  tx: Tx,
  org: Org,
  reapplication: Reapplication,
): Promise<ReappliedEntry[]> {
  const { accountId, featureId, from, endedIds } = reapplication;
  const { rows } = await sql<ReappliedEntry>`
    select e.id, e.source = 'OVERAGE' as is_overage, e.effective_from, e.effective_until, e.granted, e.used,
      (select coalesce(sum(d.units), 0) ${reappliedDebits(org, reapplication)} and d.entry_id = e.id)
        as reapplied
    from feature_credit_entries e
    where e.org_id = ${org.orgId} and e.account_id = ${accountId} and e.feature_id = ${featureId}
      and e.status = 'ACTIVE'
      and (e.effective_until > ${from} or e.id = any(${[...endedIds]}::text[]))`.execute(tx);
  return rows;
}

/** The debits of an event, in their order. */
export interface ReappliedEvent {
  referenceId: string;
  eventTime: Temporal.Instant;
  parts: { position: number; entryId: string; units: string }[];
}

/** Events of the reapplication in processing order, after a reference. */
export async function listReappliedEvents(
  tx: Tx,
  org: Org,
  reapplication: Reapplication & { after: string; limit: number },
): Promise<ReappliedEvent[]> {
  const { rows } = await sql<ReappliedEvent>`
    select d.reference_id, min(d.event_time) as event_time,
      json_agg(json_build_object('position', d.position, 'entryId', d.entry_id, 'units', d.units::text)
        order by d.position) as parts
    ${reappliedDebits(org, reapplication)} and d.reference_id > ${reapplication.after}::uuid
    group by d.reference_id order by d.reference_id limit ${reapplication.limit}`.execute(tx);
  return rows;
}

export interface MovedDebit {
  referenceId: string;
  eventTime: string;
  parts: { entryId: string; isOverage: boolean; units: string }[];
}

/** Replaces debits of events; the caller sets `used` of the entries. */
export async function replaceDebits(
  tx: Tx,
  org: Org,
  { reapplication, moved }: { reapplication: Reapplication; moved: readonly MovedDebit[] },
): Promise<void> {
  if (moved.length === 0) return;
  const { accountId, featureId } = reapplication;
  const references = moved.map(({ referenceId }) => referenceId);
  // After all positions of the event, because some of its debits may stay.
  const rows = moved.flatMap(({ parts, ...event }) =>
    parts.map((part, index) => ({ ...event, ...part, index })),
  );
  await sql`
    with gone as (
      select d.reference_id, d.position ${reappliedDebits(org, reapplication)}
        and d.reference_id = any(${references}::uuid[])),
    last as (
      select reference_id, max(position) as position from feature_debits
      where org_id = ${org.orgId} and reference_id = any(${references}::uuid[]) group by reference_id),
    added as (
      insert into feature_debits
        (org_id, reference_id, position, account_id, feature_id, entry_id, event_time, is_overage, units)
      select ${org.orgId}, last.reference_id, last.position + 1 + sent.index, ${accountId}, ${featureId},
        sent."entryId", sent."eventTime", sent."isOverage", sent.units
      from json_to_recordset(${JSON.stringify(rows)}::json) as sent ("referenceId" uuid, index smallint,
        "entryId" text, "eventTime" timestamptz, "isOverage" boolean, units numeric)
      join last on last.reference_id = sent."referenceId")
    delete from feature_debits d using gone
    where d.org_id = ${org.orgId} and d.reference_id = gone.reference_id
      and d.position = gone.position`.execute(tx);
}

/** Sets the used credits of entries, which never exceed the granted ones. */
export async function updateUses(
  tx: Tx,
  org: Org,
  { accountId, featureId, uses }: WalletKey & { uses: readonly { id: string; used: string }[] },
): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    update feature_credit_entries e
    set used = sent.used, granted = case when e.granted is not null then greatest(e.granted, sent.used) end
    from json_to_recordset(${JSON.stringify(uses)}::json) as sent (id text, used numeric)
    where e.org_id = ${org.orgId} and e.account_id = ${accountId} and e.feature_id = ${featureId}
      and e.id = sent.id`.execute(tx);
}

function reappliedDebits(org: Org, { accountId, featureId, from, endedIds }: Reapplication) {
  return sql`
    from feature_debits d
    join feature_credit_entries held on held.org_id = d.org_id and held.account_id = d.account_id
      and held.feature_id = d.feature_id and held.id = d.entry_id
    where d.org_id = ${org.orgId} and d.account_id = ${accountId} and d.feature_id = ${featureId}
      and d.event_time >= ${from} and held.status = 'ACTIVE'
      and (held.id = any(${[...endedIds]}::text[])
        or (held.effective_from <= d.event_time and d.event_time < held.effective_until))`;
}
