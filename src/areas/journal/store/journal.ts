import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '#core/ledger-accounts.ts';
import type { Tx } from '#platform/db/database.ts';
import { filterConditions, findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { dayStarts, type Period } from '../rules.ts';
import { ENTRY_KINDS } from '../schema.ts';
import { type BookedLine, bookedLines, nextLines } from './lines.ts';

export const journalLineList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    from: { column: 'l.booked_at', kind: 'day', bound: 'from' },
    to: { column: 'l.booked_at', kind: 'day', bound: 'until' },
    currency: { column: 'l.currency', kind: 'text' },
    account: { column: 'l.account', kind: 'enum', values: LEDGER_ACCOUNTS },
    kind: { column: 'l.kind', kind: 'enum', values: ENTRY_KINDS },
    account_id: { column: 'l.account_id', kind: 'text' },
    invoice_id: { column: 'l.invoice_id', kind: 'text' },
  },
  searchable: {},
  sortable: {
    booked_at: { column: 'l.booked_at', kind: 'instant' },
    id: { column: 'l.id', kind: 'text' },
  },
  defaultSort: [
    ['booked_at', 'ASC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

export type ListedLine = BookedLine & { sequenceId: string | null; accountName: string | null };

interface LinesPage {
  page: PageRequest;
  period: Period;
}

export function listLines(
  tx: Tx,
  org: Org,
  listed: LinesPage,
): Promise<{ rows: ListedLine[]; nextToken: string | null }> {
  const query = tx.selectFrom(linesOf(org, listed).as('l')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, listed.page, { timeZone: listed.period.timeZone }) as unknown as Promise<{
    rows: ListedLine[];
    nextToken: string | null;
  }>;
}

/** The lines of which a page is the first. */
export function linesOf(org: Org, { page, period }: LinesPage): RawBuilder<ListedLine> {
  return sql<ListedLine>`(
    select l.*, i.sequence_id, coalesce(a.name, i.account_name) as account_name
    from ${candidatesOf(org, { page, period })} as l
    left join invoices i on i.org_id = ${org.orgId} and i.id = l.invoice_id
    left join accounts a on a.org_id = ${org.orgId} and a.id = l.account_id)`;
}

const UNSORTED = ['', 'ASC'] as const;

/** In the order of time, those of a page alone; in another order, all of the period. */
function candidatesOf(org: Org, { page, period }: LinesPage): RawBuilder<BookedLine> {
  const { sort, after, pageSize } = page;
  const [[first, direction] = UNSORTED, [second, other] = UNSORTED] = sort;
  if (first !== 'booked_at' || second !== 'id' || direction !== other) return bookedLines(org, period);
  const [bookedAt, id] = after ?? [];
  return nextLines(org, {
    ...{ period, direction, limit: pageSize + 1 },
    after: bookedAt === undefined || id === undefined ? null : { bookedAt, id },
    conditions: [...filterConditions(page, { timeZone: period.timeZone })],
  });
}

export interface DayRow {
  /** From 0, the first day of the period. */
  day: number;
  currency: string;
  account: LedgerAccount;
  debit: Decimal;
  credit: Decimal;
  lines: number;
}

/** By day, currency and account; a period has at most 31 days. */
export async function sumDays(tx: Tx, org: Org, period: Period): Promise<DayRow[]> {
  const starts = dayStarts(period).map(String);
  const { rows } = await sql<DayRow>`
    select width_bucket(l.booked_at, ${starts}::timestamptz[]) - 1 as day, l.currency, l.account,
      coalesce(sum(l.amount) filter (where l.amount > 0), 0) as debit,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as credit, count(*)::int as lines
    from ${bookedLines(org, period)} as l
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx);
  return rows;
}

interface CurrencySum {
  currency: string;
  amount: Decimal;
}

/** What the receivables have changed by since an instant. */
export async function sumReceivablesSince(tx: Tx, org: Org, start: Temporal.Instant): Promise<CurrencySum[]> {
  const { rows } = await sql<CurrencySum>`
    select currency, sum(amount) as amount from (
      select currency, receivable as amount from invoice_bookings
      where org_id = ${org.orgId} and booked_at >= ${start} and receivable <> 0
      union all
      select i.currency, -a.amount from invoice_allocations a
      join invoices i on i.org_id = a.org_id and i.id = a.invoice_id
      where a.org_id = ${org.orgId} and a.created_at >= ${start}
        and a.booked_against = 'RECEIVABLES') as moved
    group by 1`.execute(tx);
  return rows;
}
