import { listSettingsOfEntities } from '#areas/settings/index.ts';
import type { Context } from '#platform/http/operation.ts';
import type { Account } from './schema.ts';
import type { AccountRow } from './store/accounts.ts';
import { listAliasesAt } from './store/aliases.ts';

type Describing = Pick<Context, 'tx' | 'org' | 'deployment'>;

/** The wire shape of accounts, with their aliases at an instant. */
export async function describeAccounts(
  { tx, org, deployment }: Describing,
  { rows, at }: { rows: readonly AccountRow[]; at: Temporal.Instant },
): Promise<Account[]> {
  const ids = rows.map(({ id }) => id);
  const [aliases, settings] = await Promise.all([
    listAliasesAt(tx, org, { accountIds: ids, at }),
    listSettingsOfEntities(tx, org, { entityType: 'ACCOUNT', entityIds: ids }),
  ]);
  const aliasesById = Map.groupBy(aliases, ({ accountId }) => accountId);
  return rows.map((row) => ({
    ...shownMembers(row),
    aliases: [
      // Older generated clients expect the account id as an alias; it does not count towards the ten.
      ...(deployment.isWireLegacy ? [{ alias: row.id }] : []),
      ...(aliasesById.get(row.id) ?? []).map(({ value }) => ({ alias: value })),
    ],
    settings: settings.get(row.id) ?? [],
  }));
}

export async function describeAccount(
  context: Describing,
  { row, at }: { row: AccountRow; at: Temporal.Instant },
): Promise<Account> {
  const [account] = await describeAccounts(context, { rows: [row], at });
  return account as Account;
}

function shownMembers(row: AccountRow): Omit<Account, 'aliases' | 'settings'> {
  const { netTermDays, taxIds, primaryEmail, metadata, tags } = row;
  return {
    id: row.id,
    platformAccountId: row.platformId,
    platformCustomerId: row.customerPlatformId,
    name: row.name,
    customerId: row.customerId,
    invoiceCurrency: row.invoiceCurrency,
    status: row.status,
    address: row.address ?? row.customerAddress,
    ...(netTermDays !== null && { netTermDays }),
    ...(taxIds !== null && { taxIds }),
    ...(primaryEmail !== null && { primaryEmail }),
    ...(metadata && { metadata }),
    ...(tags && { tags }),
    ...(row.hasBillingInformation && {
      billingInformation: {
        ...(row.emailRecipients && { emailRecipients: row.emailRecipients }),
        ...(row.additionalEmailRecipients && { additionalEmailRecipients: row.additionalEmailRecipients }),
      },
    }),
  };
}
