import { readClock, realNow } from '#platform/db/clock.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { welcomePerson } from '#platform/logins/counted.ts';
import { readPassword } from '#platform/logins/passwords.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import { passwordTokenInvalid } from '../problems.ts';
import { updateContact } from '../store/contacts.ts';
import { holdContact } from '../store/logins.ts';
import { deletePasswordTokens, findPasswordToken, takePasswordToken } from '../store/password-tokens.ts';
import { revokeTokensOfContact } from '../store/tokens.ts';
import { findNamedOrganization } from './find-organization.ts';
import { trierOf } from './trier.ts';

/**
 * Sets the password of the contact to whom the token was mailed, and ends its portal tokens. The token and
 * all others of the contact become invalid. Raises `passwordTokenInvalid` and `passwordTooCommon`.
 */
export async function setPassword(
  context: AnonymousContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { database, requestId, operationId, address } = context;
  // Ids of organizations may contain dots, secrets do not.
  const [, organizationId = '', secret = ''] = /^(.+)\.([\w-]+)$/.exec(token) ?? [];
  const org = await findNamedOrganization(context, organizationId);
  if (!org) throw passwordTokenInvalid();
  const hash = hashOf(secret);
  const { orgId } = org;
  const known = await database.transaction({ orgId, access: 'read' }, (tx) =>
    findPasswordToken(tx, org, { hash, now: realNow() }),
  );
  if (!known) throw passwordTokenInvalid();
  const { username, email } = known;
  const passwordHash = await readPassword(password, email);
  const requested = { requestId, operationId, address };
  const actor = { type: 'SYSTEM', id: 'portal.password', contact: username, ...requested } as const;
  await database.transaction({ orgId, access: 'write', actor }, async (tx) => {
    const now = realNow();
    await holdContact(tx, org, username);
    const isGood = await findPasswordToken(tx, org, { hash, now });
    if (!isGood || !(await takePasswordToken(tx, org, hash))) throw passwordTokenInvalid();
    await updateContact(tx, org, { username, set: { passwordHash, updatedAt: await readClock(tx, org) } });
    await revokeTokensOfContact(tx, org, { username, at: now });
    await deletePasswordTokens(tx, org, username);
    // A contact locked out by the guesses of others may log in from this address at once.
    await welcomePerson(tx, trierOf({ organizationId, environment: org.environment, email, address }));
  });
}
