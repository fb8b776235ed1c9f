import { setTimeout } from 'node:timers/promises';
import { KEPT_SECRET, queueMail } from '#areas/mails/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { countMail, welcomePerson } from '#platform/logins/counted.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { readPassword } from '#platform/logins/passwords.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import { writeMail } from '#platform/mail/write-mail.ts';
import { storePassword } from './change-password.ts';
import { findKnownUser, listMemberships } from './log-in.ts';
import { personActor, strangerActor } from './person-actor.ts';
import { linkInvalid } from './problems.ts';
import { trierOf } from './rules.ts';
import { findUser, insertPasswordToken, lockUser, takePasswordToken } from './store/users.ts';

const LIFE = { hours: 1 };
/** Longer than queueing a mail takes, so that the response time does not reveal whether a mail was sent. */
const MIN_MS = 300;

/**
 * Mails a user a link that sets a password once within an hour; without such a user it takes the same time
 * and sends nothing. Raises `tooManyTries`.
 */
export async function mailPasswordReset(context: AnonymousContext, sent: string): Promise<void> {
  const { database, deployment, address } = context;
  const email = emailKey(sent);
  await countMail(database, trierOf(email, address));
  const since = performance.now();
  const user = await findKnownUser(context, email);
  const [home] = user ? await listMemberships(context, user.id) : [];
  if (user && home) {
    const { orgId, organizationId: id, environment } = home;
    const actor = strangerActor(context);
    await database.transaction({ orgId, access: 'write', userId: user.id, actor }, async (tx) => {
      const { token, tokenHash } = newToken(user.id);
      await insertPasswordToken(tx, { userId: user.id, tokenHash, expiresAt: realNow().add(LIFE) });
      await queueMail(
        tx,
        { orgId, id, environment },
        {
          kind: 'PASSWORD_RESET',
          ...{ to: [user.email], cc: [], replyTo: null, requestedBy: null },
          ...{ invoiceId: null, accountId: null, alertId: null, fileId: null },
          ...wordsOf(deployment),
          secret: { text: token, sealing: deployment.sealing },
        },
      );
    });
  }
  await setTimeout(Math.max(0, MIN_MS - (performance.now() - since)));
}

function wordsOf({ homeUrl }: Deployment) {
  return writeMail({
    subject: 'Set a new password',
    greeting: 'Hello,',
    sentences: [
      `somebody asked for a new password for your login at ${new URL(homeUrl).host}.`,
      'The link below sets it once, within an hour. If it was not you, nothing has to be done.',
    ],
    facts: [],
    link: { label: 'Set a new password', url: `${homeUrl}/console/reset#token=${KEPT_SECRET}` },
    signature: '',
  });
}

/** For the operator: a link for a user who cannot log in. Null for an unknown e-mail. */
export async function createResetToken(database: Database, email: string): Promise<string | null> {
  const user = await findKnownUser({ database }, emailKey(email));
  if (!user) return null;
  const { token, tokenHash } = newToken(user.id);
  await database.transaction({ orgId: null, access: 'write', userId: user.id }, (tx) =>
    insertPasswordToken(tx, { userId: user.id, tokenHash, expiresAt: realNow().add(LIFE) }),
  );
  return token;
}

/** The token names the user, whose row nobody else sees. */
function newToken(userId: string): { token: string; tokenHash: string } {
  const secret = newSecret();
  return { token: `${userId}.${secret}`, tokenHash: hashOf(secret) };
}

/**
 * Sets the password of the user to whom the token was mailed. Ends its sessions and all other tokens. Raises
 * `linkInvalid` and `passwordTooCommon`.
 */
export async function resetPassword(
  context: AnonymousContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { database, address } = context;
  const [, userId = '', secret = ''] = /^(usr\.\w{1,20}\.\w{1,20})\.([\w-]{43})$/.exec(token) ?? [];
  if (userId === '') throw linkInvalid();
  const own = { orgId: null, userId } as const;
  const user = await database.transaction({ ...own, access: 'read' }, (tx) => findUser(tx, userId));
  if (!user) throw linkInvalid();
  const passwordHash = await readPassword(password, user.email);
  const actor = personActor(user, context);
  const scope = { ...own, access: 'write', isDirectory: true, actor } as const;
  await database.transaction(scope, async (tx) => {
    await lockUser(tx, userId, 'change');
    const isGood = await takePasswordToken(tx, { userId, tokenHash: hashOf(secret), now: realNow() });
    if (!isGood) throw linkInvalid();
    await storePassword(tx, { userId, passwordHash, event: 'PASSWORD_RESET', but: null });
    // A person locked out by the guesses of others may log in from this address at once.
    await welcomePerson(tx, trierOf(user.email, address));
  });
}
