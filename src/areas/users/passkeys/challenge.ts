import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import { type ChallengeRow, findChallenge } from '../store/passkeys.ts';
import { challengeIn } from './ceremony.ts';

/** How long a person has for the authenticator. */
export const CHALLENGE_LIFE = { minutes: 5 };

export interface OpenChallenge {
  /** What the authenticator signed, and what the database knows of it. */
  challenge: string;
  hash: string;
  row: ChallengeRow;
}

/** The challenge of a response, if it is one of ours that is not used up or expired; otherwise null. */
export async function findOpenChallenge(
  database: Database,
  clientDataJSON: string,
): Promise<OpenChallenge | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const hash = hashOf(challenge);
  const row = await database.transaction({ orgId: null, access: 'read', credential: hash }, (tx) =>
    findChallenge(tx, { hash, now: realNow() }),
  );
  return row && { challenge, hash, row };
}
