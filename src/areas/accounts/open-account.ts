import { type CustomerRow, readAddress, readTaxIds } from '#areas/customers/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { insertSettings } from '#areas/settings/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { sqlState, type Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { readClaims } from './alias-rules.ts';
import { bindAliases } from './bind-aliases.ts';
import { checkCurrency } from './check-currency.ts';
import { getAccount } from './get-account.ts';
import { planReprocessing } from './plan-reprocessing.ts';
import { accountExists, accountIdIsAlias } from './problems.ts';
import { readBilling, readTags } from './rules.ts';
import type { FirstAccount } from './schema.ts';
import { type AccountRow, insertAccountRow } from './store/accounts.ts';
import { lockNames } from './store/aliases.ts';
import { isAliasName } from './store/known-aliases.ts';

/**
 * Stores an account of an active customer, which the caller has locked, with its settings and aliases. Raises
 * `accountExists`, `accountIdIsAlias`, `currencyNotEnabled` and the problems of the request's parts.
 */
export async function openAccount(
  tx: Tx,
  org: Org,
  opened: { sent: FirstAccount; customer: CustomerRow; now: Temporal.Instant },
): Promise<AccountRow> {
  const { sent, customer, now } = opened;
  const { id } = sent;
  const claims = readClaims(sent);
  const row = readMembers(sent);
  if (sent.invoiceCurrency !== undefined) await checkCurrency(tx, org, sent.invoiceCurrency);
  const invoiceCurrency = sent.invoiceCurrency ?? (await getOrganization(tx, org)).baseCurrency;
  const name = id.toLowerCase();
  await lockNames(tx, org, [name, ...claims.map(({ value }) => value)]);
  if (await isAliasName(tx, org, name)) throw accountIdIsAlias({ id });
  const keys = { orgId: org.orgId, id, customerId: customer.id, platformId: newId('account', now) };
  const times = { archivedAt: null, createdAt: now, updatedAt: now };
  await insertAccountRow(tx, { ...row, ...keys, ...times, invoiceCurrency }).catch((error) => {
    throw sqlState(error) === '23505' ? accountExists({ id }) : error;
  });
  const settings = sent.settings ?? [];
  await insertSettings(tx, org, { entityType: 'ACCOUNT', entityId: id, settings, now });
  await bindAliases(tx, org, { accountId: id, claims, now });
  await planReprocessing(tx, org, { accountId: id, now });
  publishEvent(tx, org, { type: 'account.created', id, now });
  return getAccount(tx, org, id);
}

/** The columns of a new account; without an address it uses its customer's. */
export function readMembers(sent: FirstAccount) {
  return {
    name: sent.name,
    status: sent.status ?? 'ACTIVE',
    address: sent.address ? readAddress(sent.address) : null,
    taxIds: sent.taxIds ? readTaxIds(sent.taxIds) : null,
    primaryEmail: sent.primaryEmail || null,
    netTermDays: sent.netTermDays ?? null,
    metadata: sent.metadata ?? null,
    tags: sent.tags ? readTags(sent.tags) : null,
    ...readBilling(sent.billingInformation),
  };
}
