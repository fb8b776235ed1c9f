import { sql } from 'kysely';
import { sqlState, type Tx } from '#platform/db/database.ts';
import type { Org, Scope } from '#platform/http/operation.ts';
import type { CustomRolesTable } from '../tables.ts';

export type CustomRole = Pick<CustomRolesTable, 'id' | 'name' | 'scopes'>;

export async function listCustomRoles(tx: Tx, org: Org): Promise<CustomRole[]> {
  const { rows } = await sql<CustomRole>`
    select id, name, scopes from custom_roles where org_id = ${org.orgId}
    order by name collate "C", id limit 100`.execute(tx);
  return rows;
}

/** Serializes changes of a role, and those who give it to somebody. */
export async function lockCustomRole(
  tx: Tx,
  org: Pick<Org, 'orgId'>,
  id: string,
): Promise<CustomRole | null> {
  const { rows } = await sql<CustomRole>`
    select id, name, scopes from custom_roles where org_id = ${org.orgId} and id = ${id}
    for update`.execute(tx);
  return rows[0] ?? null;
}

/** Serializes the creation of roles, which are counted. */
export async function countCustomRoles(tx: Tx, org: Org): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('custom roles'), ${org.orgId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from custom_roles where org_id = ${org.orgId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** False if the name is taken. */
export async function insertCustomRole(tx: Tx, role: Omit<CustomRolesTable, 'rowVersion'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('customRoles')
    .values(role)
    .onConflict((conflict) => conflict.constraint('custom_roles_name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The caller has locked the role. Throws 23505 if the name is taken. */
export async function updateCustomRole(
  tx: Tx,
  org: Org,
  { id, ...set }: { id: string; name?: string; scopes?: Scope[]; updatedAt: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('customRoles')
    .set(set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

/** False if somebody has it: foreign keys decide. */
export async function deleteCustomRole(tx: Tx, org: Org, id: string): Promise<boolean> {
  try {
    await sql`delete from custom_roles where org_id = ${org.orgId} and id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (sqlState(error) === '23503') return false;
    throw error;
  }
}

export async function listMembersOfRole(tx: Tx, org: Org, id: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from memberships where org_id = ${org.orgId} and custom_role_id = ${id}`.execute(tx);
  return rows.map(({ userId }) => userId);
}
