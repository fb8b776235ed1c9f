import { createHash } from 'node:crypto';
import type { Database } from '#platform/db/database.ts';
import { addressKey } from '#platform/http/rate-limits.ts';
import { tooManyTries } from '../problems.ts';
import { type Tries, takeTry } from '../store/attempts.ts';

/** 10 logins that fail in 15 minutes, by user and address (`money-platform.md` 3.9). */
export function loginTries(org: { id: string; environment: string }, email: string, address: string): Tries {
  const subject = subjectOf([org.environment, org.id, email, addressKey(address)]);
  return { kind: 'LOGIN', subject, most: 10, minutes: 15 };
}

/** 5 mails with a way to a new password in 30 minutes, by address. */
export function mailTries(address: string): Tries {
  return { kind: 'PASSWORD_MAIL', subject: subjectOf([addressKey(address)]), most: 5, minutes: 30 };
}

/**
 * Counts a try in a transaction of its own, which stays whatever becomes of the request. Raises
 * `tooManyTries`.
 */
export async function countTry(database: Database, tries: Tries): Promise<void> {
  const scope = { orgId: null, access: 'write' } as const;
  const seconds = await database.transaction(scope, (tx) => takeTry(tx, tries));
  if (seconds !== null) throw tooManyTries({ seconds });
}

function subjectOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
