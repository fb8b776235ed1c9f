import { realNow } from '#platform/db/clock.ts';
import type { Context } from '#platform/http/operation.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { readPassword } from '#platform/logins/passwords.ts';
import { inviteIfLetIn } from './login/invite.ts';
import { checkChangedLogin } from './login-rights.ts';
import { isVerifiedBy, readAccounts } from './read-contact.ts';
import type { Access } from './rules.ts';
import type { UpdateContactRequest } from './schema.ts';
import { type ContactChange, type ContactRow, replaceGrants, updateContact } from './store/contacts.ts';
import { deletePasswordTokens } from './store/password-tokens.ts';
import { revokeTokensOfContact } from './store/tokens.ts';

interface Change {
  /** The current row, locked. */
  row: ContactRow;
  body: UpdateContactRequest;
  access: Access | undefined;
}

/**
 * Applies a PATCH to a contact, ends its tokens if it may no longer log in as before, and invites it if it
 * may log in now. Raises `loginScopeMissing` and the problems of `inviteIfLetIn`.
 */
export async function changeContact(
  context: Pick<Context, 'tx' | 'org' | 'now' | 'actor' | 'deployment'>,
  { row, body, access }: Change,
): Promise<void> {
  const { tx, org, now, actor } = context;
  const { customerId, username } = row;
  const loginGrantedBy = checkChangedLogin(actor, row, body) ? { loginGrantedBy: actor.credentialId } : {};
  if (access) {
    const accountIds = await readAccounts(tx, org, { customerId, names: access.accountIds });
    await replaceGrants(tx, org, { username, accountIds });
  }
  const set = await readChange(context, { row, body, access });
  await updateContact(tx, org, { username, set: { ...set, ...loginGrantedBy, updatedAt: now } });
  const isShutOut = body.loginAccess === false || body.password !== undefined;
  if (isShutOut) {
    // Tokens expire in real time, so the revocation is in real time too.
    await revokeTokensOfContact(tx, org, { username, at: realNow() });
    // Codes in earlier mails must not set another password.
    await deletePasswordTokens(tx, org, username);
  }
  await inviteIfLetIn(context, { customerId, username, invite: body.invite, before: row });
}

async function readChange(
  { actor }: Pick<Context, 'actor'>,
  { row, body, access }: Change,
): Promise<ContactChange> {
  const { preferredUsername, name, phone, loginAccess, password, verified } = body;
  const email = body.email === undefined ? row.email : emailKey(body.email);
  // A new address is another mailbox, which is not verified yet.
  const isVerified =
    verified === undefined ? row.isVerified && email === row.email : isVerifiedBy(actor, verified);
  return {
    email,
    isVerified,
    ...(preferredUsername !== undefined && { preferredUsername }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(loginAccess !== undefined && { hasLoginAccess: loginAccess }),
    ...(password !== undefined && { passwordHash: await readPassword(password, email) }),
    ...(access && { hasAllAccounts: access.hasAllAccounts, mode: access.mode }),
  };
}
