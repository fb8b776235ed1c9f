import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { WALLET_STATES } from '../trace-schema.ts';

export const walletList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    account_id: { column: 'w.account_id', kind: 'text' },
    customer_id: { column: 'w.customer_id', kind: 'text' },
    currency: { column: 'w.currency', kind: 'text' },
    state: { column: 'w.state', kind: 'enum', values: WALLET_STATES },
    status: { column: 'w.status', kind: 'enum', values: ['ACTIVE', 'INACTIVE'] },
  },
  searchable: {
    account_name: 'w.account_name',
    customer_name: 'w.customer_name',
    account_id: 'w.account_id',
  },
  sortable: {
    account_id: { column: 'w.account_id', kind: 'text' },
    currency: { column: 'w.currency', kind: 'text' },
    balance: { column: 'w.balance', kind: 'number' },
    account_name: { column: 'w.account_name', kind: 'text' },
  },
  defaultSort: [['account_id', 'ASC']],
  tieBreaker: 'account_id',
};

export interface ListedWalletRow {
  id: string;
  accountId: string;
  accountName: string;
  customerId: string;
  customerName: string;
  currency: string;
  balance: Decimal;
  holdAmount: Decimal;
  status: 'ACTIVE' | 'INACTIVE';
  state: (typeof WALLET_STATES)[number];
  threshold: Decimal | null;
  topupAmount: Decimal | null;
  updatedAt: Temporal.Instant;
}

/** The wallets of accounts that are not archived, beside the terms of their automatic top-up. */
export function listWallets(
  tx: Tx,
  org: Org,
  page: PageRequest,
): Promise<{ rows: ListedWalletRow[]; nextToken: string | null }> {
  const rows = sql<ListedWalletRow>`(
    select w.id, w.account_id, a.name as account_name, a.customer_id, c.name as customer_name,
      a.invoice_currency as currency, w.balance, w.hold_amount, w.status, w.updated_at, t.threshold,
      t.topup_amount, case when w.balance < t.threshold then 'LOW'
        when w.balance = 0 and w.hold_amount = 0 then 'EMPTY' else 'FUNDED' end as state
    from wallets w
    join accounts a on a.org_id = w.org_id and a.id = w.account_id and a.status <> 'ARCHIVED'
    join customers c on c.org_id = w.org_id and c.id = a.customer_id
    left join lateral (
      select (s.value::jsonb ->> 'threshold')::numeric as threshold,
        (s.value::jsonb ->> 'topupAmount')::numeric as topup_amount
      from settings s
      where s.org_id = w.org_id and s.entity_type = 'ACCOUNT' and s.entity_id = w.account_id
        and s.namespace = 'PLATFORM' and s.id = 'WALLET_AUTO_TOPUP'
        and s.value::jsonb ->> 'enabled' = 'true') t on true
    where w.org_id = ${org.orgId})`;
  const query = tx.selectFrom(rows.as('w')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page) as unknown as ReturnType<typeof listWallets>;
}
