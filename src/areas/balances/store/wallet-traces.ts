import { type RawBuilder, sql } from 'kysely';
import type { InvoiceStatus } from '#areas/invoices/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { type SOURCE_KINDS, USE_KINDS } from '../trace-schema.ts';

type SourceKind = (typeof SOURCE_KINDS)[number];

export const walletSourceList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: { id: { column: 's.id', kind: 'text' } },
  searchable: {},
  // In the order of insertion: many have the same instant under a clock that stands still.
  sortable: { created_at: { column: 's.ordinal', kind: 'number' } },
  defaultSort: [['created_at', 'DESC']],
  tieBreaker: 'created_at',
};

export const walletUseList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    source_id: { column: 'u.source_id', kind: 'text' },
    entry_id: { column: 'u.entry_id', kind: 'text' },
    entity_id: { column: 'u.entity_id', kind: 'text' },
    kind: { column: 'u.kind', kind: 'enum', values: USE_KINDS },
  },
  searchable: {},
  sortable: {
    used_at: { column: 'u.use_ordinal', kind: 'number' },
    id: { column: 'u.position', kind: 'text' },
  },
  defaultSort: [
    ['used_at', 'DESC'],
    ['id', 'DESC'],
  ],
  tieBreaker: 'id',
};

export interface WalletSourceRow {
  id: string;
  ordinal: number;
  kind: SourceKind;
  entityId: string | null;
  description: string | null;
  amount: Decimal;
  takenBackAmount: Decimal;
  usedAmount: Decimal;
  remainingAmount: Decimal;
  createdAt: Temporal.Instant;
}

export interface WalletUseRow {
  /** In the order of sources, then of uses. */
  position: string;
  ordinal: number;
  useOrdinal: number;
  amount: Decimal;
  sourceId: string;
  sourceKind: SourceKind;
  sourceEntityId: string | null;
  sourceDescription: string | null;
  sourceCreatedAt: Temporal.Instant;
  entryId: string;
  kind: (typeof USE_KINDS)[number];
  entityId: string | null;
  sequenceId: string | null;
  invoiceStatus: InvoiceStatus | null;
  usedAt: Temporal.Instant;
}

/**
 * Wallet money is spent oldest first, holds for drafts count as spent, and a reversal or refund of a source
 * takes out its own money, as a refund of a top-up computes it. Sources and uses are stretches of one
 * axis of money, so each use takes from the sources that it overlaps with.
 */
function axis(org: Org, accountId: string): RawBuilder<unknown> {
  return sql`
    entries as (
      select e.ordinal, e.id, e.transaction_type = 'CREDITED' as is_credit, e.amount, e.status, e.entity_id,
        e.description, e.created_at, m.kind,
        case when i.invoice_type = 'ADHOC_ADVANCED' and i.plan_id is null then i.metadata ->> 'purchaseId'
          else coalesce(e.entity_id, e.id) end as source
      from wallet_entries e
      left join ledger_movements m on m.org_id = e.org_id and m.id = e.movement_id
      left join invoices i on i.org_id = e.org_id and i.id = e.entity_id and m.kind = 'REFUND'
      where e.org_id = ${org.orgId} and e.account_id = ${accountId}),
    sums as (
      select source, min(ordinal) filter (where is_credit) as ordinal,
        coalesce(sum(amount) filter (where is_credit), 0) as amount,
        coalesce(sum(amount) filter (where not is_credit), 0) as taken_back
      from entries where is_credit or kind in ('REFUND', 'REVERSAL') group by source),
    sources as (
      select e.id, s.ordinal, e.kind, e.entity_id, e.description, e.created_at, s.amount,
        least(s.taken_back, s.amount) as taken_back, greatest(s.amount - s.taken_back, 0) as capacity,
        sum(greatest(s.amount - s.taken_back, 0)) over (order by s.ordinal) as upto
      from sums s join entries e on e.ordinal = s.ordinal),
    uses as (
      select ordinal, id, kind, status, entity_id, created_at, amount,
        sum(amount) over (order by ordinal) as upto
      from entries where not is_credit and amount > 0 and coalesce(kind not in ('REFUND', 'REVERSAL'), true)),
    spent as (select coalesce(sum(amount), 0) as amount from uses)`;
}

export function listWalletSources(
  tx: Tx,
  org: Org,
  { accountId, page }: { accountId: string; page: PageRequest },
): Promise<{ rows: WalletSourceRow[]; nextToken: string | null }> {
  const rows = sql<WalletSourceRow>`(
    with ${axis(org, accountId)}
    select s.id, s.ordinal, s.kind, s.entity_id, s.description, s.created_at, s.amount,
      s.taken_back as taken_back_amount,
      s.capacity - greatest(0, least(s.capacity, s.upto - spent.amount)) as used_amount,
      greatest(0, least(s.capacity, s.upto - spent.amount)) as remaining_amount
    from sources s cross join spent)`;
  const query = tx.selectFrom(rows.as('s')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page) as unknown as ReturnType<typeof listWalletSources>;
}

export function listWalletUses(
  tx: Tx,
  org: Org,
  { accountId, page }: { accountId: string; page: PageRequest },
): Promise<{ rows: WalletUseRow[]; nextToken: string | null }> {
  // The borders of both cut the axis into stretches; in each, one source pays one use.
  const rows = sql<WalletUseRow>`(
    with ${axis(org, accountId)},
    borders as (
      select upto, ordinal as source, null::bigint as use from sources where capacity > 0
      union all select upto, null, ordinal from uses),
    stretches as (
      select upto - lag(upto, 1, 0) over (order by upto) as amount,
        min(source) over (order by upto desc) as source, min(use) over (order by upto desc) as use
      from borders)
    select lpad(s.ordinal::text, 19, '0') || ' ' || lpad(u.ordinal::text, 19, '0') as position, t.amount,
      s.ordinal, s.id as source_id, s.kind as source_kind, s.entity_id as source_entity_id,
      s.description as source_description, s.created_at as source_created_at, u.ordinal as use_ordinal,
      u.id as entry_id, case when u.status = 'ON_HOLD' then 'HOLD' when u.kind = 'NET_OFF' then 'INVOICE'
        when u.kind = 'CONVERSION' then 'CREDIT' else 'OTHER' end as kind,
      u.entity_id, i.sequence_id, i.status as invoice_status, u.created_at as used_at
    from stretches t
    join sources s on s.ordinal = t.source
    join uses u on u.ordinal = t.use
    left join invoices i on i.org_id = ${org.orgId} and i.id = u.entity_id
    where t.amount > 0)`;
  const query = tx.selectFrom(rows.as('u')).selectAll();
  return findPage(query as never, page) as unknown as ReturnType<typeof listWalletUses>;
}
