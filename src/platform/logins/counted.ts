import { createHash } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import {
  forgetTries,
  giveBackTry,
  isKnownAddress,
  rememberAddress,
  type Tries,
  takeTry,
} from '../db/login-tries.ts';
import { addressKey } from '../http/rate-limits.ts';
import { tooManyTries } from './problems.ts';

/** The subject of a login attempt. */
export interface Trier {
  /** From `subjectOf`; known whether or not the person exists. */
  person: string;
  /** The network address. */
  address: string;
}

/** A login in progress, and the counters that include it. */
export interface CountedLogin {
  person: Tries;
  address: Tries;
  personThere: Tries;
  /** The contact has logged in from there recently: guesses from elsewhere do not lock it out. */
  isKnown: boolean;
}

/**
 * Failed logins in 15 minutes: 10 by user and address (`money-platform.md` 3.9), and more by either alone.
 */
const LOGIN_MINUTES = 15;
const MAX_LOGINS = { personThere: 10, person: 30, address: 300 } as const;
/** Password mails in 30 minutes: 5 by address, and 5 by e-mail. */
const MAILS = { max: 5, minutes: 30 } as const;
/** An invitation needs a credential, and several customers may share one consultant. */
const INVITATIONS = { max: 20, minutes: 30 } as const;

/**
 * Counts a login in its own transaction, so that the count survives a failed request. A rejected login counts
 * for no subject. Raises `tooManyTries`.
 */
export async function countLogin(database: Database, trier: Trier): Promise<CountedLogin> {
  const there = personThereSubject(trier);
  const counted = {
    address: loginTries('LOGIN_ADDRESS', addressSubject(trier), MAX_LOGINS.address),
    person: loginTries('LOGIN_PERSON', trier.person, MAX_LOGINS.person),
    personThere: loginTries('LOGIN', there, MAX_LOGINS.personThere),
  };
  return database.transaction({ orgId: null, access: 'write' }, async (tx) => {
    const isKnown = await isKnownAddress(tx, there);
    const { address, personThere } = counted;
    await takeTries(tx, isKnown ? [address, personThere] : [address, counted.person, personThere]);
    return { ...counted, isKnown };
  });
}

/** Removes a successful login from the count. Attempts of others for the person or from the address stay. */
export async function endLogin(
  tx: Tx,
  { address, person, personThere, isKnown }: CountedLogin,
): Promise<void> {
  await giveBackTry(tx, address);
  if (!isKnown) await giveBackTry(tx, person);
  await welcome(tx, personThere.subject);
}

/** Removes a login from the count that has neither failed nor succeeded: something is still missing. */
export async function giveBackLogin(
  tx: Tx,
  { address, person, personThere, isKnown }: CountedLogin,
): Promise<void> {
  for (const tries of isKnown ? [address, personThere] : [address, person, personThere])
    await giveBackTry(tx, tries);
}

/**
 * The same for a person who has proven their identity otherwise, by setting a password with a mailed code.
 */
export async function welcomePerson(tx: Tx, trier: Trier): Promise<void> {
  await welcome(tx, personThereSubject(trier));
}

async function welcome(tx: Tx, subject: string): Promise<void> {
  await forgetTries(tx, { kind: 'LOGIN', subject });
  await rememberAddress(tx, subject);
}

/** Counts a request for a password mail, in its own transaction. Raises `tooManyTries`. */
export async function countMail(database: Database, trier: Trier): Promise<void> {
  await database.transaction({ orgId: null, access: 'write' }, (tx) =>
    takeTries(tx, [
      { kind: 'PASSWORD_MAIL', subject: addressSubject(trier), ...MAILS },
      { kind: 'PASSWORD_MAIL_PERSON', subject: trier.person, ...MAILS },
    ]),
  );
}

/** Counts an invitation, in the transaction of the inviting request. Raises `tooManyTries`. */
export async function countInvitation(tx: Tx, person: string): Promise<void> {
  await takeTries(tx, [{ kind: 'INVITATION_PERSON', subject: person, ...INVITATIONS }]);
}

/** Each counts, or none: the problem rolls back. The order address, person, both is the same everywhere. */
async function takeTries(tx: Tx, all: readonly Tries[]): Promise<void> {
  const waits: number[] = [];
  for (const tries of all) waits.push((await takeTry(tx, tries)) ?? 0);
  const seconds = Math.max(...waits);
  if (seconds > 0) throw tooManyTries({ seconds });
}

function loginTries(kind: Tries['kind'], subject: string, max: number): Tries {
  return { kind, subject, max, minutes: LOGIN_MINUTES };
}

/** Includes the person, so that the hashes do not show who shares a network address. */
function personThereSubject(trier: Trier): string {
  const { person, address } = trier;
  return `${person}.${subjectOf([person, addressKey(address)])}`;
}

function addressSubject({ address }: Pick<Trier, 'address'>): string {
  return subjectOf([addressKey(address)]);
}

/** A hash, because the table of counters names nobody. */
export function subjectOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
