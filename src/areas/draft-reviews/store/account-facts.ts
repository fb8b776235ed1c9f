import { sql } from 'kysely';
import type { CreditRow } from '#areas/credits/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Active credits of several accounts. */
export async function listCreditsOf(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<Map<string, CreditRow[]>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<CreditRow>`
    select * from credits
    where org_id = ${org.orgId} and account_id = any(${accountIds}) and status = 'ACTIVE'
    order by created_at, id`.execute(tx);
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

/** The part of a credit that a draft holds. */
export interface HeldCredit {
  creditId: string;
  invoiceId: string;
  amount: Decimal;
}

export async function listHoldsOf(
  tx: Tx,
  org: Org,
  creditIds: readonly string[],
): Promise<Map<string, HeldCredit[]>> {
  if (creditIds.length === 0) return new Map();
  const { rows } = await sql<HeldCredit>`
    select credit_id, invoice_id, amount from credit_holds
    where org_id = ${org.orgId} and credit_id = any(${creditIds})`.execute(tx);
  return Map.groupBy(rows, ({ creditId }) => creditId);
}

/** The currency of the last movement in the wallet of each account; absent without a movement. */
export async function listWalletCurrencies(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<{ accountId: string; currency: string }>`
    select account.id as account_id, last.currency
    from unnest(${accountIds}::text[]) as account (id)
    join lateral (
      select m.currency from ledger_movements m
      where m.org_id = ${org.orgId} and m.account_id = account.id
      order by m.id desc limit 1) as last on true`.execute(tx);
  return new Map(rows.map(({ accountId, currency }) => [accountId, currency]));
}
