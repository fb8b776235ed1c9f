import { findCustomer, readAddress, readTaxIds } from '#areas/customers/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { readClaims } from './alias-rules.ts';
import { readMembers } from './open-account.ts';
import type { CreateAccountRequest, CreateCustomerRequest, FirstAccount } from './schema.ts';
import { findAccount } from './store/accounts.ts';
import { listAliasesAt } from './store/aliases.ts';

/**
 * The members in which a repeated request differs from the stored customer; null if the customer does not
 * exist.
 */
export async function listCustomerDifferences(
  tx: Tx,
  org: Org,
  { sent, now }: { sent: CreateCustomerRequest; now: Temporal.Instant },
): Promise<string[] | null> {
  const known = await findCustomer(tx, org, sent.id);
  if (!known) return null;
  const address = readAddress(sent.address);
  const taxIds = readTaxIds(sent.taxIds ?? []);
  const own = differing({ ...sent, address, taxIds, status: 'ACTIVE' }, known, OF_CUSTOMERS);
  if (!sent.account) return own;
  const account = { ...sent.account, customerId: sent.id };
  const others = await listAccountDifferences(tx, org, { sent: account, now });
  return [...own, ...(others ?? ['id']).map((name) => `account.${name}`)];
}

/** The same for an account. Compares its current aliases. */
export async function listAccountDifferences(
  tx: Tx,
  org: Org,
  { sent, now }: { sent: CreateAccountRequest; now: Temporal.Instant },
): Promise<string[] | null> {
  const known = await findAccount(tx, org, sent.id);
  if (known?.id !== sent.id) return null;
  const { customerId, invoiceCurrency } = sent;
  const isTheirs = [known.customerId, known.customerPlatformId].includes(customerId);
  const names = OF_ACCOUNTS.filter((name) => name in sent || name === 'status');
  const wanted = { ...readMembers(sent), invoiceCurrency };
  return [
    ...(isTheirs ? [] : ['customerId']),
    ...differing(wanted, known, names),
    ...(sent.billingInformation ? differing(wanted, known, OF_BILLING) : []),
    ...((await hasAliases(tx, org, { sent, now })) ? [] : ['aliases']),
  ];
}

const OF_CUSTOMERS = ['name', 'primaryEmail', 'address', 'taxIds', 'status'] as const;
const OF_ACCOUNTS = [
  ...(['name', 'status', 'address', 'taxIds', 'primaryEmail', 'netTermDays', 'metadata', 'tags'] as const),
  'invoiceCurrency' as const,
];
const OF_BILLING = ['emailRecipients', 'additionalEmailRecipients'] as const;

function differing<N extends string>(
  wanted: Partial<Record<N, unknown>>,
  known: Partial<Record<N, unknown>>,
  names: readonly N[],
): N[] {
  const print = (value: unknown) => canonicalJson(value ?? null);
  return names.filter((name) => print(wanted[name]) !== print(known[name]));
}

async function hasAliases(
  tx: Tx,
  org: Org,
  { sent, now }: { sent: FirstAccount; now: Temporal.Instant },
): Promise<boolean> {
  const rows = await listAliasesAt(tx, org, { accountIds: [sent.id], at: now });
  const values = new Set(rows.map(({ value }) => value));
  return readClaims(sent).every(({ value }) => values.has(value));
}
