import { realNow } from '#platform/db/clock.ts';
import { sqlState, violatedConstraint } from '#platform/db/database.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { newId } from '#platform/ids.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { readPassword } from '#platform/logins/passwords.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { type FoundLink, roleOf, takeLink } from './follow-link.ts';
import { findKnownUser } from './log-in.ts';
import { personActor } from './person-actor.ts';
import { userExists } from './problems.ts';
import { insertMembership } from './store/memberships.ts';
import { insertUser } from './store/users.ts';

interface NewPerson {
  email: string;
  name: string;
  password: string;
}

/**
 * Creates a user by a link, as a member of the link's organization, and logs it in. Raises `linkInvalid`,
 * `userExists` and `passwordTooCommon`.
 */
export async function createUser(
  context: AnonymousContext,
  link: FoundLink,
  person: NewPerson,
): Promise<BegunSession> {
  const { database, deployment, address, userAgent } = context;
  const email = emailKey(person.email);
  if (await findKnownUser(context, email)) throw userExists();
  const passwordHash = await readPassword(person.password, email);
  const now = realNow();
  const user = { id: newId('usr', now), email, name: person.name, passwordHash };
  const { orgId } = link.org;
  const actor = personActor(user, context);
  try {
    return await database.transaction({ orgId, access: 'write', userId: user.id, actor }, async (tx) => {
      await takeLink(tx, link);
      await insertUser(tx, { ...user, hasSecondFactor: false, createdAt: now, updatedAt: now });
      await insertMembership(tx, { orgId, userId: user.id, ...roleOf(link), createdAt: now });
      const owner = { orgId, userId: user.id, address, browser: userAgent };
      return beginSession(tx, { ...owner, authenticatedBy: 'PASSWORD' }, deployment.sessions);
    });
  } catch (error) {
    // Another link of the same person was used at the same moment.
    const isTaken = sqlState(error) === '23505' && violatedConstraint(error) === 'users_email';
    throw isTaken ? userExists() : error;
  }
}
