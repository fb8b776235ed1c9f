import { createHash } from 'node:crypto';
import type { Database, Tx } from '#platform/db/database.ts';
import { addressKey } from '#platform/http/rate-limits.ts';
import { tooManyTries } from '../problems.ts';
import {
  forgetTries,
  giveBackTry,
  isKnownAddress,
  rememberAddress,
  type Tries,
  takeTry,
} from '../store/attempts.ts';

/** Who tries: an e-mail in an organization, whether or not anybody has it, and where from. */
export interface Trier {
  organizationId: string;
  environment: string;
  /** As `emailKey` writes it. */
  email: string;
  address: string;
}

/** A login that is under way, and what it counts for. */
export interface CountedLogin {
  person: Tries;
  address: Tries;
  personThere: Tries;
  /** The person has logged in from there lately: whoever guesses elsewhere does not lock it out. */
  isKnown: boolean;
}

/** Logins that fail in 15 minutes: 10 by user and address (`money-platform.md` 3.9), and more by either. */
const LOGIN_MINUTES = 15;
const MOST_LOGINS = { personThere: 10, person: 30, address: 300 } as const;
/** Mails with a way to a new password in 30 minutes: 5 by address, and 5 by person. */
const MAILS = { most: 5, minutes: 30 } as const;
/** Who sends invitations has a credential, and may have many customers with one consultant. */
const INVITATIONS = { most: 20, minutes: 30 } as const;

/**
 * Counts a login in a transaction of its own, which stays whatever becomes of the request. One that is
 * refused counts for nobody. Raises `tooManyTries`.
 */
export async function countLogin(database: Database, trier: Trier): Promise<CountedLogin> {
  const [person, there] = [personSubject(trier), personThereSubject(trier)];
  const counted = {
    address: loginTries('LOGIN_ADDRESS', addressSubject(trier), MOST_LOGINS.address),
    person: loginTries('LOGIN_PERSON', person, MOST_LOGINS.person),
    personThere: loginTries('LOGIN', there, MOST_LOGINS.personThere),
  };
  return database.transaction({ orgId: null, access: 'write' }, async (tx) => {
    const isKnown = await isKnownAddress(tx, there);
    const { address, personThere } = counted;
    await takeTries(tx, isKnown ? [address, personThere] : [address, counted.person, personThere]);
    return { ...counted, isKnown };
  });
}

/** A login that succeeded was no try. What others have tried for the person or from the address stays. */
export async function endLogin(
  tx: Tx,
  { address, person, personThere, isKnown }: CountedLogin,
): Promise<void> {
  await giveBackTry(tx, address);
  if (!isKnown) await giveBackTry(tx, person);
  await welcome(tx, personThere.subject);
}

/** The same for a person that has shown to be there in another way: it sets its password by a mailed code. */
export async function welcomePerson(tx: Tx, trier: Trier): Promise<void> {
  await welcome(tx, personThereSubject(trier));
}

async function welcome(tx: Tx, subject: string): Promise<void> {
  await forgetTries(tx, { kind: 'LOGIN', subject });
  await rememberAddress(tx, subject);
}

/** Counts who asks for a mail, in a transaction of its own. Raises `tooManyTries`. */
export async function countMail(database: Database, trier: Trier): Promise<void> {
  await database.transaction({ orgId: null, access: 'write' }, (tx) =>
    takeTries(tx, [
      { kind: 'PASSWORD_MAIL', subject: addressSubject(trier), ...MAILS },
      { kind: 'PASSWORD_MAIL_PERSON', subject: personSubject(trier), ...MAILS },
    ]),
  );
}

/** Counts who is invited, as part of the request that invites. Raises `tooManyTries`. */
export async function countInvitation(tx: Tx, invited: Omit<Trier, 'address'>): Promise<void> {
  await takeTries(tx, [{ kind: 'INVITATION_PERSON', subject: personSubject(invited), ...INVITATIONS }]);
}

/** Each counts, or none: the problem rolls back. Address, person, both: taken in this order by everybody. */
async function takeTries(tx: Tx, all: readonly Tries[]): Promise<void> {
  const waits: number[] = [];
  for (const tries of all) waits.push((await takeTry(tx, tries)) ?? 0);
  const seconds = Math.max(...waits);
  if (seconds > 0) throw tooManyTries({ seconds });
}

function loginTries(kind: Tries['kind'], subject: string, most: number): Tries {
  return { kind, subject, most, minutes: LOGIN_MINUTES };
}

/** What everything begins with that is counted for a person. */
export function personSubject({ environment, organizationId, email }: Omit<Trier, 'address'>): string {
  return hashOf([environment, organizationId, email]);
}

/** One address is not the same for two persons: nobody reads there who is at one place. */
function personThereSubject(trier: Trier): string {
  const person = personSubject(trier);
  return `${person}.${hashOf([person, addressKey(trier.address)])}`;
}

function addressSubject({ address }: Pick<Trier, 'address'>): string {
  return hashOf([addressKey(address)]);
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
