import { findOrgSetting } from '#areas/settings/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { loginOff, nothingGranted } from '../problems.ts';
import { type ContactRow, findContact } from '../store/contacts.ts';
import { holdLogin, type Login } from '../store/logins.ts';
import { deletePasswordTokens } from '../store/password-tokens.ts';
import { countInvitation } from './counted.ts';
import { mailWayToPassword } from './mail-way-to-password.ts';

type Inviting = Pick<Context, 'tx' | 'org' | 'deployment' | 'actor'>;

/**
 * Mails a contact the way to its first password, and ends the ways that it was mailed before. Raises
 * `loginOff`, `nothingGranted` and `tooManyTries`.
 */
export async function inviteContact(context: Inviting, contact: ContactRow) {
  const { tx, org } = context;
  const { username } = contact;
  if (!contact.hasLoginAccess) throw loginOff({ username });
  const login = await holdLogin(tx, org, username);
  if (!login) throw nothingGranted({ username });
  return mailInvitation(context, login);
}

interface ChangedContact {
  customerId: string;
  username: string;
  /** What the request says of an invitation: to mail one, to mail none, or nothing. */
  invite: boolean | undefined;
  /** What could log in before, and by which e-mail; null for a new contact. */
  before: Pick<ContactRow, 'hasLoginAccess' | 'hasAllAccounts' | 'accountIds' | 'email'> | null;
}

/**
 * Invites whoever a request has let in and who has no password, when the organization has a page where
 * passwords are set; or whom the request says. Without such a page a code leads nowhere, and portals that are
 * entered by tokens have none. Raises what `inviteContact` raises.
 */
export async function inviteIfLetIn(context: Inviting, changed: ChangedContact): Promise<void> {
  const { tx, org } = context;
  const { customerId, username, invite, before } = changed;
  if (invite === false) return;
  if (invite === true) {
    const contact = await findContact(tx, org, { customerId, username });
    if (contact) await inviteContact(context, contact);
    return;
  }
  const login = await holdLogin(tx, org, username);
  if (!login || login.passwordHash !== null) return;
  // What was mailed to another address ended with it.
  const isNew = before === null || !couldLogIn(before) || before.email !== login.email;
  if (isNew && (await findOrgSetting(tx, org, 'PORTAL_PASSWORD_URL')) !== null)
    await mailInvitation(context, login);
}

async function mailInvitation({ tx, org, deployment, actor }: Inviting, login: Login) {
  const { id: organizationId, environment } = org;
  await countInvitation(tx, { organizationId, environment, email: login.email });
  await deletePasswordTokens(tx, org, login.username);
  const requestedBy = actor.credentialId;
  return mailWayToPassword({ tx, org, deployment }, { login, kind: 'INVITATION', requestedBy });
}

function couldLogIn(contact: Pick<ContactRow, 'hasLoginAccess' | 'hasAllAccounts' | 'accountIds'>): boolean {
  return contact.hasLoginAccess && (contact.hasAllAccounts || contact.accountIds.length > 0);
}
