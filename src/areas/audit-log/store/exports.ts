import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { AuditExportsTable } from '../tables.ts';
import type { EntryRow } from './entries.ts';

export type ExportRow = Selectable<AuditExportsTable>;
export type NewExport = Pick<ExportRow, 'id' | 'format' | 'filters' | 'afterNumber' | 'createdAt'>;

export function insertExport(tx: Tx, org: Org, { filters, ...row }: NewExport): Promise<ExportRow> {
  const values = { ...row, orgId: org.orgId, filters: json(filters), updatedAt: row.createdAt };
  return tx
    .insertInto('auditExports')
    .values({ ...values, status: 'QUEUED' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Serializes the requests that want to add an export, until the transaction ends. */
export async function countQueuedExports(tx: Tx, org: Org): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('audit exports'), ${org.orgId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_exports
    where org_id = ${org.orgId} and status = 'QUEUED'`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function findExport(tx: Tx, org: Org, id: string): Promise<ExportRow | null> {
  const query = tx.selectFrom('auditExports').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export async function updateExport(
  tx: Tx,
  org: Org,
  { id, set }: { id: string; set: Partial<Omit<ExportRow, 'orgId' | 'id' | 'filters'>> },
): Promise<void> {
  await tx
    .updateTable('auditExports')
    .set(set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

/** Ends the links to the file of an export. */
export async function endExportFile(
  tx: Tx,
  org: Org,
  { fileId, now }: { fileId: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update audit_exports set file_until = ${now}, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and file_id = ${fileId} and file_until > ${now}`.execute(tx);
}

export type SealedEntry = EntryRow & { number: number; sealedText: string };

const CHUNK = 1_000;

/**
 * Sealed entries in chain order, in chunks, at most `most`. A cursor reads all of them from one snapshot with
 * only a chunk in memory. The caller enforces the time limit.
 */
export async function* readSealedEntries(
  tx: Tx,
  org: Org,
  { afterNumber, filters, max }: Pick<ExportRow, 'afterNumber' | 'filters'> & { max: number },
): AsyncGenerator<SealedEntry[]> {
  const { entityTypes, entityId, actions, actorTypes, actorId, operationId, requestId, from, to } = filters;
  const among = (column: string, values: readonly string[] | undefined) =>
    values ? sql`and ${sql.ref(column)} = any(${[...values]})` : sql``;
  const is = (column: string, value: string | undefined) =>
    value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`;
  await sql`
    declare audit_export no scroll cursor for
    select l.id, l.at, l.written_at, l.actor_type, l.actor_id, l.actor_contact, l.actor_address,
      l.actor_name, l.approval_id, l.approver_id, l.approver_name, l.request_id,
      l.operation_id, l.entity_type, l.entity_id, l.action, l.before::text as before, l.after::text as after,
      s.number, s.previous_hash, s.hash, s.erased_hash, audit_entry_text(l) as sealed_text
    from audit_seals s join audit_log l on l.org_id = s.org_id and l.id = s.entry_id
    where s.org_id = ${org.orgId} and s.number > ${afterNumber}
      ${among('l.entity_type', entityTypes)} ${among('l.action', actions)}
      ${among('l.actor_type', actorTypes)} ${is('l.entity_id', entityId)} ${is('l.actor_id', actorId)}
      ${is('l.operation_id', operationId)} ${is('l.request_id', requestId)}
      ${from ? sql`and l.at >= ${from}::timestamptz` : sql``}
      ${to ? sql`and l.at < ${to}::timestamptz` : sql``}
    order by s.number limit ${max}`.execute(tx);
  for (;;) {
    const { rows } = await sql<SealedEntry>`
      fetch forward ${sql.lit(CHUNK)} from audit_export`.execute(tx);
    yield rows;
    if (rows.length < CHUNK) break;
  }
  await sql`close audit_export`.execute(tx);
}
