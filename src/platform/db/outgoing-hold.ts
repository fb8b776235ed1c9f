import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Org } from '../http/operation.ts';
import type { Database, Tx } from './database.ts';

/**
 * What leaves the deployment, by what an operator decides about at once. WEBHOOKS: all HTTP messages to
 * receivers of organizations, also to chats and finalization hooks. CHARGES: all calls of payment providers.
 */
export const OUTGOING_KINDS = ['MAIL', 'WEBHOOKS', 'CHARGES'] as const;
export type OutgoingKind = (typeof OUTGOING_KINDS)[number];

export interface OutgoingHold {
  kind: OutgoingKind;
  /** Why it is held, in words for operators. */
  reason: string;
  /** The instant of the restored data; null: unknown, or no restore. */
  restoredTo: Temporal.Instant | null;
  /** Real time, as is the release. */
  heldAt: Temporal.Instant;
  /** Null while it is held. */
  releasedAt: Temporal.Instant | null;
  releasedBy: string | null;
}

/**
 * Holds everything that would leave the deployment until an operator releases it: the restored database
 * contains messages that the lost service may have sent afterwards. For a restore, which has the rights of
 * the owner of the tables, before any service uses the database; also of a database from before this table.
 */
export async function holdOutgoing(
  client: Pick<ClientBase, 'query'>,
  { reason, restoredTo }: { reason: string; restoredTo: Temporal.Instant | null },
): Promise<void> {
  await client.query(TABLE);
  await client.query(
    `insert into outgoing_holds (kind, reason, restored_to, held_at)
      select unnest($1::text[]), $2, $3, clock_timestamp()
      on conflict (kind) do update set reason = excluded.reason, restored_to = excluded.restored_to,
        held_at = excluded.held_at, released_at = null, released_by = null`,
    [[...OUTGOING_KINDS], reason.slice(0, 500), restoredTo?.toString() ?? null],
  );
}

/** As in migration 0093, for a database that has yet to be migrated. */
const TABLE = `do $$ begin
  if to_regclass('outgoing_holds') is not null then return; end if;
  create table outgoing_holds (
    kind        text primary key check (kind in ('MAIL', 'WEBHOOKS', 'CHARGES')),
    reason      text not null check (char_length(reason) between 1 and 500),
    restored_to timestamptz,
    held_at     timestamptz not null,
    released_at timestamptz,
    released_by text
  );
  execute (select format('alter table outgoing_holds owner to %I', pg_get_userbyid(relowner))
    from pg_class where oid = 'organizations'::regclass);
end $$`;

/** Whether it still holds; one that an operator has ended stays as the record of that. */
export function isHeld({ releasedAt }: OutgoingHold): boolean {
  return releasedAt === null;
}

/** Every kind that was ever held, in a fixed order. */
export function readOutgoingHolds(database: Database): Promise<OutgoingHold[]> {
  return database.transaction({ orgId: null, access: 'read', isDirectory: true }, listOutgoingHolds);
}

/** The hold of a kind; null when it is not held, or no longer. */
export async function findOutgoingHold(tx: Tx, kind: OutgoingKind): Promise<OutgoingHold | null> {
  const { rows } = await sql<OutgoingHold>`
    select * from list_outgoing_holds() where kind = ${kind} and released_at is null`.execute(tx);
  return rows[0] ?? null;
}

export async function listOutgoingHolds(tx: Tx): Promise<OutgoingHold[]> {
  const { rows } = await sql<OutgoingHold>`select * from list_outgoing_holds()`.execute(tx);
  return OUTGOING_KINDS.flatMap((kind) => rows.find((each) => each.kind === kind) ?? []);
}

/** Ends the hold of kinds; returns those that were held. The transaction must see all organizations. */
export async function releaseOutgoing(
  tx: Tx,
  { kinds, by }: { kinds: readonly OutgoingKind[]; by: string },
): Promise<OutgoingKind[]> {
  const { rows } = await sql<{ kind: OutgoingKind }>`
    select * from release_outgoing(${[...kinds]}, ${by}) as released (kind)`.execute(tx);
  return OUTGOING_KINDS.filter((kind) => rows.some((each) => each.kind === kind));
}

/** What an operator has decided about held messages, for the audit log of the organization. */
export async function insertOutgoingDecision(
  tx: Tx,
  org: Pick<Org, 'orgId'>,
  decided: {
    id: string;
    decision: 'RELEASED' | 'DISCARDED';
    kinds: readonly OutgoingKind[];
    /** How many messages were discarded. */
    pieces: number | null;
  },
): Promise<void> {
  const { id, decision, kinds, pieces } = decided;
  await sql`
    insert into outgoing_decisions (org_id, id, decision, kinds, pieces, created_at)
    values (${org.orgId}, ${id}, ${decision}, ${[...kinds]}, ${pieces}, clock_timestamp())`.execute(tx);
}
