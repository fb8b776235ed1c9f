import { accountNotFound } from '#areas/accounts/index.ts';
import {
  type CustomerRow,
  customerArchived,
  customerNotFound,
  findCustomer,
  holdCustomer,
} from '#areas/customers/index.ts';
import { sqlState, type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { Actor, Org } from '#platform/http/operation.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { contactNotFound, emailTaken } from './problems.ts';
import { type ContactRow, findContact, listNamedAccounts } from './store/contacts.ts';

/** Parts shared by several operations on contacts. */

export async function getCustomer(tx: Tx, org: Org, id: string): Promise<CustomerRow> {
  const customer = await findCustomer(tx, org, id);
  if (!customer) throw customerNotFound({ id });
  return customer;
}

/** Locks the customer until the transaction ends. Raises `customerArchived` too. */
export async function holdOpenCustomer(tx: Tx, org: Org, id: string): Promise<CustomerRow> {
  const customer = await holdCustomer(tx, org, id);
  if (!customer) throw customerNotFound({ id });
  if (customer.status === 'ARCHIVED') throw customerArchived({ id: customer.id });
  return customer;
}

export async function getContact(
  tx: Tx,
  org: Org,
  wanted: { customerId: string; username: string },
): Promise<ContactRow> {
  const row = await findContact(tx, org, wanted);
  if (!row) throw contactNotFound({ id: wanted.username });
  return row;
}

/**
 * The ids of accounts that a request names. Raises `accountNotFound` for the first that the customer does not
 * have.
 */
export async function readAccounts(
  tx: Tx,
  org: Org,
  wanted: { customerId: string; names: readonly string[] },
): Promise<string[]> {
  if (wanted.names.length === 0) return [];
  const accounts = await listNamedAccounts(tx, org, wanted);
  const chosen = new Set(accounts.map(({ id }) => id));
  const byPlatformId = new Map(accounts.map(({ id, platformId }) => [platformId, id]));
  const ids = wanted.names.map((name) => {
    // An account may have chosen another account's platform id: the chosen id wins.
    const id = chosen.has(name) ? name : byPlatformId.get(name);
    if (id === undefined) throw accountNotFound({ id: name });
    return id;
  });
  return [...new Set(ids)];
}

/**
 * Credentials that may change the organization can vouch for an e-mail; contacts created by others start
 * unverified.
 */
export function isVerifiedBy(actor: Actor, sent: boolean | undefined): boolean {
  return sent === true && actor.scopes.has('org:write');
}

/** Turns the violation of the unique index into the problem that says the e-mail is taken. */
export function explainTakenEmail(error: unknown, email: string): unknown {
  const isTaken = sqlState(error) === '23505' && violatedConstraint(error) === 'contacts_email';
  return isTaken ? emailTaken({ email: emailKey(email) }) : error;
}
