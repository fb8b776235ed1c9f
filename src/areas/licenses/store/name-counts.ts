import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface NameCount {
  /** Empty when all are counted together. */
  group: string;
  from: Temporal.Instant;
  names: number;
}

/** Half-open. */
interface Window {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** Names active in each window, each counted once per account and license; no row for zero. */
export async function countNames(
  tx: Tx,
  org: Org,
  query: {
    windows: readonly Window[];
    groupBy: 'ACCOUNT' | 'CUSTOMER' | 'LICENSE' | null;
    /** Absent: all. */
    accountIds?: readonly string[];
    customerIds?: readonly string[];
    licenseIds?: readonly string[];
  },
): Promise<NameCount[]> {
  const { windows } = query;
  const [starts, ends] = [windows.map(({ from }) => from), windows.map(({ until }) => until)];
  const [accountIds, customerIds] = [query.accountIds ?? null, query.customerIds ?? null];
  const licenseIds = query.licenseIds ?? null;
  const { rows } = await sql<NameCount>`
    select ${groupColumn(query.groupBy)} as "group", w.starts as "from",
      count(distinct (e.account_id, e.license_id, e.name)) as names
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as w (starts, ends)
    join named_license_entries e on e.org_id = ${org.orgId} and e.effective_from < w.ends
      and (e.effective_until is null or e.effective_until > w.starts or e.effective_from = w.starts)
    join accounts a on a.org_id = e.org_id and a.id = e.account_id
    where (${licenseIds}::text[] is null or e.license_id = any(${licenseIds}::text[]))
      and (${accountIds}::text[] is null or a.id = any(${accountIds}::text[]))
      and (${customerIds}::text[] is null or a.customer_id = any(${customerIds}::text[]))
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

function groupColumn(groupBy: 'ACCOUNT' | 'CUSTOMER' | 'LICENSE' | null) {
  switch (groupBy) {
    case 'ACCOUNT':
      return sql.ref('a.id');
    case 'CUSTOMER':
      return sql.ref('a.customer_id');
    case 'LICENSE':
      return sql.ref('e.license_id');
    case null:
      return sql`''`;
    default:
      return groupBy satisfies never;
  }
}
