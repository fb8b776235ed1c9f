import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { NotesTable } from './tables.ts';

export type NoteRow = Omit<Selectable<NotesTable>, 'orgId'>;

export const noteList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    customer_id: { column: 'customer_id', kind: 'text' },
    account_id: { column: 'account_id', kind: 'text' },
  },
  combinations: [['customer_id'], ['account_id']],
  searchable: {},
  ...NEWEST_FIRST,
};

const SHOWN = [
  ...(['id', 'customerId', 'accountId', 'text', 'author', 'authorName', 'createdAt', 'updatedAt'] as const),
];

export async function insertNote(tx: Tx, org: Org, row: NoteRow): Promise<NoteRow> {
  return await tx
    .insertInto('notes')
    .values({ ...row, orgId: org.orgId })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export function listNotePage(tx: Tx, org: Org, page: PageRequest) {
  return findPage(tx.selectFrom('notes').select(SHOWN).where('orgId', '=', org.orgId), page);
}

/** Locked, so that its author cannot change while it is compared. */
export async function lockNote(tx: Tx, org: Org, id: string): Promise<NoteRow | null> {
  const row = await tx
    .selectFrom('notes')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateNoteText(
  tx: Tx,
  org: Org,
  change: { id: string; text: string; now: Temporal.Instant },
): Promise<NoteRow> {
  return await tx
    .updateTable('notes')
    .set({ text: change.text, updatedAt: change.now })
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export async function deleteNoteRow(tx: Tx, org: Org, id: string): Promise<void> {
  await tx.deleteFrom('notes').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

/**
 * Deletes the notes of an erased customer, and the text of others that mention the person. Returns the ids of
 * all notes that ever did, from the audit log, too.
 */
export async function eraseNotes(
  tx: Tx,
  org: Org,
  { customerId, mentioned }: { customerId: string | null; mentioned: Mentioned },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct entity_id as id from audit_log, unnest(array[before, after]) as members
    where org_id = ${org.orgId} and entity_type = 'NOTE' and members is not null
      and (members ->> 'customer_id' = ${customerId}
        or ${mentions(sql`coalesce(members ->> 'text', '')`, mentioned)})`.execute(tx);
  await sql`delete from notes where org_id = ${org.orgId} and customer_id = ${customerId}`.execute(tx);
  await sql`
    update notes set text = '[erased]'
    where org_id = ${org.orgId} and ${mentions(sql`text`, mentioned)}`.execute(tx);
  return rows.map(({ id }) => id);
}
