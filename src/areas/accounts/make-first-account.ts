import type { CustomerRow } from '#areas/customers/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import type { FirstAccount } from './schema.ts';
import { listAccountIdsInAnyCase } from './store/accounts.ts';
import { lockNames } from './store/aliases.ts';
import { isAliasName } from './store/known-aliases.ts';

const MAX_ID = 50;

/**
 * Creates the account of a customer created without one, with the customer's id if that is free, its name and
 * its details.
 */
export async function makeFirstAccount(
  tx: Tx,
  org: Org,
  { customer, now }: { customer: CustomerRow; now: Temporal.Instant },
): Promise<FirstAccount> {
  const { id, name, primaryEmail, address } = customer;
  const isFree = id.length <= MAX_ID && (await isIdFree(tx, org, id));
  return { id: isFree ? id : newId('account', now), name, primaryEmail, address };
}

async function isIdFree(tx: Tx, org: Org, id: string): Promise<boolean> {
  const name = id.toLowerCase();
  await lockNames(tx, org, [name]);
  const [ids, isAlias] = await Promise.all([
    listAccountIdsInAnyCase(tx, org, [name]),
    isAliasName(tx, org, name),
  ]);
  return !isAlias && !ids.includes(id);
}
