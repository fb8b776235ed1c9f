import type { TxActor } from '#platform/db/tx-actor.ts';
import type { AnonymousContext, Org } from '#platform/http/operation.ts';
import { issueToken } from '../issue-token.ts';
import { isPassword, NOBODYS_HASH } from '../passwords.ts';
import { emailAmbiguous, loginRefused, loginsBusy } from '../problems.ts';
import { emailKey } from '../rules.ts';
import { holdLogin, type Login, listLogins } from '../store/logins.ts';
import { type CountedLogin, countLogin, endLogin } from './counted.ts';
import { findNamedOrganization } from './find-organization.ts';

interface Sent {
  organizationId: string;
  email: string;
  password: string;
  customerId?: string | undefined;
}

/**
 * Issues a portal token for a contact's password. Every rejected login gets the same response after the same
 * work, whether the contact is unknown, has no or another password, or may not log in. Raises `loginRefused`,
 * `tooManyTries`, `loginsBusy`, and `emailAmbiguous` if the password is correct.
 */
export async function logIn(context: AnonymousContext, sent: Sent): Promise<string> {
  const { database, address } = context;
  const { password, customerId } = sent;
  const email = emailKey(sent.email);
  const org = await findNamedOrganization(context, sent.organizationId);
  const { environment } = context;
  const { organizationId } = sent;
  const counted = await countLogin(database, { organizationId, environment, email, address });
  const known = org
    ? await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
        listLogins(tx, org, { email, customerId }),
      )
    : [];
  const hashes = known.map(({ passwordHash }) => passwordHash ?? NOBODYS_HASH);
  const fits = await comparePasswords(hashes, password);
  const login = known.find((_, i) => fits[i]);
  if (!org || !login) throw loginRefused();
  if (known.length > 1) throw emailAmbiguous();
  return begin(context, { org, login, counted });
}

/** Limits the memory and the cores that password checks may use at one time. */
const MAX_AT_ONCE = 16;
let inProgress = 0;

async function comparePasswords(hashes: readonly string[], password: string): Promise<boolean[]> {
  if (inProgress >= MAX_AT_ONCE) throw loginsBusy();
  inProgress++;
  try {
    const compared = hashes.length > 0 ? hashes : [NOBODYS_HASH];
    return await Promise.all(compared.map((hash) => isPassword(hash, password)));
  } finally {
    inProgress--;
  }
}

async function begin(
  { database, deployment, requestId, address }: AnonymousContext,
  { org, login, counted }: { org: Org; login: Login; counted: CountedLogin },
): Promise<string> {
  const { username } = login;
  const requested = { requestId, operationId: 'logInToPortal', address };
  const actor: TxActor = { type: 'SYSTEM', id: 'portal.login', contact: username, ...requested };
  return database.transaction({ orgId: org.orgId, access: 'write', actor }, async (tx) => {
    // The lock orders logins and password changes: a new password ends all existing tokens, and no token for
    // the old one can follow.
    const held = await holdLogin(tx, org, username);
    if (held?.passwordHash !== login.passwordHash) throw loginRefused();
    await endLogin(tx, counted);
    const { customerId, hasAllAccounts, mode } = held;
    const accountIds = hasAllAccounts ? [] : held.accountIds;
    return issueToken(
      { tx, org, deployment },
      { hasAllAccounts, accountIds, mode, customerId, contact: username, key: null, atMostUntil: null },
    );
  });
}
