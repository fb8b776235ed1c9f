import { realNow } from '#platform/db/clock.ts';
import type { Context } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';
import { newId } from '#platform/ids.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { describeInvitation } from './describe-user.ts';
import { mailInvitation, newLink } from './invite.ts';
import { noteAccess } from './note-access.ts';
import { alreadyInvited, alreadyMember, invitationNotFound } from './problems.ts';
import { checkHeld, readRole } from './read-role.ts';
import { heldScopes } from './rules.ts';
import { findInvitation, insertInvitation, renewInvitation } from './store/invitations.ts';
import { findMemberByEmail } from './store/memberships.ts';

type Inviting = Pick<Context, 'tx' | 'org' | 'actor' | 'deployment'>;

/** Raises `alreadyMember`, `alreadyInvited`, `tooManyTries` and the problems of `readRole`. */
export async function createInvitation(
  context: Inviting,
  sent: { email: string; role?: Role | undefined; customRoleId?: string | undefined },
) {
  const { tx, org, actor } = context;
  const email = emailKey(sent.email);
  const given = await readRole(context, sent);
  if (await findMemberByEmail(tx, org, email)) throw alreadyMember({ email });
  const now = realNow();
  const { secret, tokenHash, expiresAt } = newLink();
  const { role, customRoleId } = given;
  const row = { id: newId('inv', now), email, role, customRoleId, invitedBy: actor.credentialId };
  const times = { createdAt: now, updatedAt: now, expiresAt };
  if (!(await insertInvitation(tx, { orgId: org.orgId, ...row, tokenHash, ...times })))
    throw alreadyInvited({ email });
  const of = { type: 'invitation', id: email } as const;
  noteAccess(tx, { before: [], after: given.scopes, of, action: 'GIVE_ROLE' });
  return send(context, row.id, secret);
}

/** Replaces the link of an invitation. Raises `invitationNotFound`, `roleScopeNotHeld` and `tooManyTries`. */
export async function resendInvitation(context: Inviting, id: string) {
  const { tx, org, actor } = context;
  const invitation = await findInvitation(tx, org, id);
  if (!invitation) throw invitationNotFound({ id });
  checkHeld(actor, heldScopes(invitation));
  const { secret, tokenHash, expiresAt } = newLink();
  if (!(await renewInvitation(tx, org, { id, tokenHash, expiresAt, updatedAt: realNow() })))
    throw invitationNotFound({ id });
  return send(context, id, secret);
}

async function send(context: Inviting, id: string, secret: string) {
  const invitation = await findInvitation(context.tx, context.org, id);
  if (!invitation) throw invitationNotFound({ id });
  await mailInvitation(context, invitation, secret);
  return describeInvitation(invitation, realNow());
}
