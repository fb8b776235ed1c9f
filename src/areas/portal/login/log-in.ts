import type { TxActor } from '#platform/db/tx-actor.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import type { Org } from '#platform/http/operation.ts';
import { comparePasswords } from '#platform/logins/compare-passwords.ts';
import { type CountedLogin, countLogin, endLogin } from '#platform/logins/counted.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { NOBODYS_HASH } from '#platform/logins/passwords.ts';
import { issueToken } from '../issue-token.ts';
import { emailAmbiguous, loginRefused } from '../problems.ts';
import { holdLogin, type Login, listLogins } from '../store/logins.ts';
import { findNamedOrganization } from './find-organization.ts';
import { trierOf } from './trier.ts';

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
  const counted = await countLogin(database, trierOf({ organizationId, environment, email, address }));
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

async function begin(
  { database, deployment, requestId, operationId, address }: AnonymousContext,
  { org, login, counted }: { org: Org; login: Login; counted: CountedLogin },
): Promise<string> {
  const { username } = login;
  const requested = { requestId, operationId, address };
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
