import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { ROLES } from '#platform/http/roles.ts';
import type { InvitationsTable } from '../tables.ts';

export const invitationList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { role: { column: 'invitations.role', kind: 'enum', values: ROLES } },
  searchable: { email: 'invitations.email' },
  sortable: {
    created_at: { column: 'invitations.created_at', kind: 'instant' },
    id: { column: 'invitations.id', kind: 'text' },
  },
  defaultSort: [['created_at', 'DESC']],
  tieBreaker: 'id',
};

function invitations(tx: Tx, org: { orgId: number }) {
  return tx
    .selectFrom('invitations')
    .leftJoin('customRoles', (join) =>
      join
        .onRef('customRoles.orgId', '=', 'invitations.orgId')
        .onRef('customRoles.id', '=', 'invitations.customRoleId'),
    )
    .select(['invitations.id', 'invitations.email', 'invitations.role', 'invitations.customRoleId'])
    .select(['invitations.invitedBy', 'invitations.createdAt', 'invitations.expiresAt'])
    .select(['customRoles.name as customRoleName', 'customRoles.scopes as customScopes'])
    .where('invitations.orgId', '=', org.orgId);
}
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

export function listInvitations(tx: Tx, org: Org, page: PageRequest) {
  return findPage(invitations(tx, org), page);
}

export async function findInvitation(tx: Tx, org: { orgId: number }, id: string) {
  return (await invitations(tx, org).where('invitations.id', '=', id).executeTakeFirst()) ?? null;
}

/** Null for an expired, used, revoked or unknown one. */
export async function findInvitationByToken(
  tx: Tx,
  org: { orgId: number },
  { hash, now }: { hash: string; now: Temporal.Instant },
): Promise<InvitationRow | null> {
  const query = invitations(tx, org)
    .where('invitations.tokenHash', '=', hash)
    .where('invitations.expiresAt', '>', now);
  return (await query.executeTakeFirst()) ?? null;
}

/** False if the e-mail has an invitation already: a unique key decides between concurrent requests. */
export async function insertInvitation(
  tx: Tx,
  invitation: Omit<InvitationsTable, 'rowVersion'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.constraint('invitations_email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A new link, which ends the old one. False for an unknown invitation. */
export async function renewInvitation(
  tx: Tx,
  org: Org,
  { id, ...set }: Pick<InvitationsTable, 'id' | 'tokenHash' | 'expiresAt' | 'updatedAt'>,
): Promise<boolean> {
  const renewed = await tx
    .updateTable('invitations')
    .set(set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Of concurrent uses and revocations of an invitation, exactly one gets true. */
export async function deleteInvitation(tx: Tx, org: { orgId: number }, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from invitations where org_id = ${org.orgId} and id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

/** The same by the token, for as long as it is good. */
export async function takeInvitation(
  tx: Tx,
  org: { orgId: number },
  { id, hash, now }: { id: string; hash: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    delete from invitations
    where org_id = ${org.orgId} and id = ${id} and token_hash = ${hash} and expires_at > ${now}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export interface SetupLink {
  id: string;
  expiresAt: Temporal.Instant;
}

/** A new link ends the earlier ones of the organization. */
export async function replaceSetupLink(
  tx: Tx,
  org: { orgId: number },
  link: SetupLink & { tokenHash: string; createdAt: Temporal.Instant },
): Promise<void> {
  await sql`delete from setup_links where org_id = ${org.orgId}`.execute(tx);
  await tx
    .insertInto('setupLinks')
    .values({ orgId: org.orgId, ...link })
    .execute();
}

/** Null for an expired, used or unknown one. */
export async function findSetupLink(
  tx: Tx,
  org: { orgId: number },
  { hash, now }: { hash: string; now: Temporal.Instant },
): Promise<SetupLink | null> {
  const { rows } = await sql<SetupLink>`
    select id, expires_at from setup_links
    where org_id = ${org.orgId} and token_hash = ${hash} and expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}

/** Of concurrent uses of a link, exactly one gets true. */
export async function takeSetupLink(
  tx: Tx,
  org: { orgId: number },
  { hash, now }: { hash: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    delete from setup_links
    where org_id = ${org.orgId} and token_hash = ${hash} and expires_at > ${now} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Invitations and links that ended long ago. */
export async function deleteOldLinks(
  tx: Tx,
  org: { orgId: number },
  before: Temporal.Instant,
): Promise<void> {
  await sql`delete from invitations where org_id = ${org.orgId} and expires_at < ${before}`.execute(tx);
  await sql`delete from setup_links where org_id = ${org.orgId} and expires_at < ${before}`.execute(tx);
}
