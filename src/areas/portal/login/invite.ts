import { findOrgSetting } from '#areas/settings/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { countInvitation } from '#platform/logins/counted.ts';
import { loginOff, nothingGranted } from '../problems.ts';
import { type ContactRow, findContact } from '../store/contacts.ts';
import { holdLogin, type Login } from '../store/logins.ts';
import { deletePasswordTokens } from '../store/password-tokens.ts';
import { mailPasswordLink } from './mail-password-link.ts';
import { personSubject } from './trier.ts';

type Inviting = Pick<Context, 'tx' | 'org' | 'deployment' | 'actor'>;

/**
 * Mails a contact a code for its first password, and invalidates earlier codes. Raises `loginOff`,
 * `nothingGranted` and `tooManyTries`.
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
  /** The request's `invite`: true mails an invitation, false does not, absent applies the default. */
  invite: boolean | undefined;
  /** The access and the e-mail before the change; null for a new contact. */
  before: Pick<ContactRow, 'hasLoginAccess' | 'hasAllAccounts' | 'accountIds' | 'email'> | null;
}

/**
 * Invites a contact that the request has given access and that has no password, if the organization has a
 * page for setting passwords; `invite` overrides this. Without such a page a code is of no use, and portals
 * that rely on tokens have none. Raises the problems of `inviteContact`.
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
  // A new address invalidates the codes that were mailed to the old one.
  const isNew = before === null || !couldLogIn(before) || before.email !== login.email;
  if (isNew && (await findOrgSetting(tx, org, 'PORTAL_PASSWORD_URL')) !== null)
    await mailInvitation(context, login);
}

async function mailInvitation({ tx, org, deployment, actor }: Inviting, login: Login) {
  const { id: organizationId, environment } = org;
  await countInvitation(tx, personSubject({ organizationId, environment, email: login.email }));
  await deletePasswordTokens(tx, org, login.username);
  const requestedBy = actor.credentialId;
  return mailPasswordLink({ tx, org, deployment }, { login, kind: 'INVITATION', requestedBy });
}

function couldLogIn(contact: Pick<ContactRow, 'hasLoginAccess' | 'hasAllAccounts' | 'accountIds'>): boolean {
  return contact.hasLoginAccess && (contact.hasAllAccounts || contact.accountIds.length > 0);
}
