import { findOpenOrganization, getOrganization } from '#areas/organizations/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { linkInvalid } from './problems.ts';
import type { GivenRole } from './read-role.ts';
import { readLinkToken } from './rules.ts';
import {
  findInvitationByToken,
  findSetupLink,
  type InvitationRow,
  type SetupLink,
  takeInvitation,
  takeSetupLink,
} from './store/invitations.ts';

/** A link into an organization: of an invitation, or of the operator. */
export interface FoundLink {
  org: Org;
  hash: string;
  organizationName: string;
  /** Null: the operator's, which makes an administrator. */
  invitation: InvitationRow | null;
  expiresAt: Temporal.Instant;
}

/** Raises `linkInvalid`. */
export async function findLink(database: Database, token: string): Promise<FoundLink> {
  const read = readLinkToken(token);
  const org =
    read &&
    (await database.transaction({ orgId: null, access: 'read', isDirectory: true }, (tx) =>
      findOpenOrganization(tx, { ...read, id: read.organizationId }),
    ));
  if (!org) throw linkInvalid();
  const { hash } = read;
  return database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
    const wanted = { hash, now: realNow() };
    const invitation = await findInvitationByToken(tx, org, wanted);
    const found: SetupLink | null = invitation ?? (await findSetupLink(tx, org, wanted));
    if (!found) throw linkInvalid();
    const { name: organizationName } = await getOrganization(tx, org);
    return { org, hash, organizationName, invitation, expiresAt: found.expiresAt };
  });
}

/** The role that a link gives. */
export function roleOf({ invitation }: FoundLink): GivenRole {
  if (!invitation) return { role: 'ADMINISTRATOR', customRoleId: null };
  const { role, customRoleId } = invitation;
  return { role, customRoleId };
}

/** Uses a link up. Of concurrent uses one succeeds; the others raise `linkInvalid`. */
export async function takeLink(tx: Tx, { org, hash, invitation }: FoundLink): Promise<void> {
  const used = { hash, now: realNow() };
  const isTaken = invitation
    ? await takeInvitation(tx, org, { ...used, id: invitation.id })
    : await takeSetupLink(tx, org, used);
  if (!isTaken) throw linkInvalid();
}
