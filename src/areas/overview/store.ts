import { type RawBuilder, sql } from 'kysely';
import { eventStatusCode } from '#areas/usage/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org, Scope } from '#platform/http/operation.ts';
import { type AttentionKind, DAYS, MAX_COUNTED, RECENT_DAYS, type SetupStep } from './schema.ts';

export interface SalesRow {
  currency: string;
  issued: Decimal;
  issuedBefore: Decimal;
  balanceDue: Decimal;
  overdueAmount: Decimal;
}

/** By currency. Reads the issued invoices of two months, and those that are open, by an index of each. */
export async function sumSales(tx: Tx, org: Org, now: Temporal.Instant): Promise<SalesRow[]> {
  const [since, before] = [now.subtract({ hours: 24 * DAYS }), now.subtract({ hours: 48 * DAYS })];
  const { rows } = await sql<SalesRow>`
    with issued as (
      select currency, sum(total_amount) filter (where invoice_date >= ${since}) as issued,
        sum(total_amount) filter (where invoice_date < ${since}) as issued_before
      from invoices
      where org_id = ${org.orgId} and status not in ('DRAFT', 'VOID', 'MERGED') and invoice_class = 'INVOICE'
        and invoice_date >= ${before} and invoice_date <= ${now}
      group by currency),
    open as (
      select currency, sum(total_amount - paid_amount) as balance_due,
        sum(total_amount - paid_amount) filter (where due_date < ${now}) as overdue_amount
      from invoices
      where org_id = ${org.orgId} and status in ('DUE', 'PARTIALLY_PAID') and invoice_class = 'INVOICE'
      group by currency)
    select currency, coalesce(issued, 0) as issued, coalesce(issued_before, 0) as issued_before,
      coalesce(balance_due, 0) as balance_due, coalesce(overdue_amount, 0) as overdue_amount
    from issued full join open using (currency) order by currency`.execute(tx);
  return rows;
}

/** What a first invoice needs: an active meter, a plan that can be sold, and what follows of them. */
export async function findSetup(tx: Tx, org: Org): Promise<Record<SetupStep, boolean>> {
  const { orgId } = org;
  const { rows } = await sql<Record<SetupStep, boolean>>`
    select exists (select from usage_meters where org_id = ${orgId} and status = 'ACTIVE') as meter,
      exists (select from price_plan_versions where org_id = ${orgId} and status = 'ACTIVE') as plan,
      exists (select from accounts where org_id = ${orgId} and status = 'ACTIVE') as account,
      exists (select from schedules where org_id = ${orgId} and mode = 'ACTIVE') as schedule,
      exists (select from events where org_id = ${orgId}) as event,
      exists (select from invoices where org_id = ${orgId}) as invoice`.execute(tx);
  return rows[0] as Record<SetupStep, boolean>;
}

/** Each kind with what reads it. Rejections on purpose, such as duplicates, need nobody. */
const SOURCES: Record<
  AttentionKind,
  { scope: Scope; from: (org: Org, now: Temporal.Instant) => RawBuilder<unknown> }
> = {
  DUE_DRAFTS: {
    scope: 'invoices:read',
    from: ({ orgId }, now) => sql`invoices where org_id = ${orgId} and status = 'DRAFT' and not auto_advance
      and invoice_date <= ${now}`,
  },
  OVERDUE_INVOICES: {
    scope: 'invoices:read',
    from: ({ orgId }, now) => sql`invoices where org_id = ${orgId} and status in ('DUE', 'PARTIALLY_PAID')
      and due_date < ${now} and invoice_class = 'INVOICE'`,
  },
  PENDING_APPROVALS: {
    scope: 'approvals:read',
    from: ({ orgId }) => sql`approvals where org_id = ${orgId} and status = 'PENDING'`,
  },
  REJECTED_EVENTS: {
    scope: 'events:read',
    from: (
      { orgId },
      now,
    ) => sql`events where org_id = ${orgId} and status > 3 and received_at >= ${recent(now)}
      and status not in (${sql.lit(eventStatusCode('INGESTION_FAILED_DUPLICATE_EVENT'))},
        ${sql.lit(eventStatusCode('INGESTION_FAILED_INSUFFICIENT_CREDITS'))})`,
  },
  ACTIVE_INCIDENTS: {
    scope: 'alerts:read',
    from: ({ orgId }) => sql`incidents where org_id = ${orgId} and status = 'ACTIVE'`,
  },
  FAILED_DELIVERIES: {
    scope: 'webhooks:read',
    from: ({ orgId }, now) => sql`webhook_deliveries where org_id = ${orgId} and status = 'FAILED'
      and created_at >= ${recent(now)}`,
  },
  FAILING_WORK: {
    scope: 'jobs:read',
    from: ({ orgId }) => sql`scheduled_work where org_id = ${orgId} and attempts > 0`,
  },
};

function recent(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: 24 * RECENT_DAYS });
}

/** In the order of the kinds, of those that the scopes may read. */
export async function countAttention(
  tx: Tx,
  org: Org,
  { now, scopes }: { now: Temporal.Instant; scopes: ReadonlySet<Scope> },
): Promise<{ kind: AttentionKind; count: number }[]> {
  const read = Object.entries(SOURCES).filter(([, { scope }]) => scopes.has(scope));
  if (read.length === 0) return [];
  const counts = read.map(
    ([kind, { from }]) =>
      sql`select ${kind} as kind,
        (select count(*)::int from (select from ${from(org, now)} limit ${MAX_COUNTED}) as found) as count`,
  );
  const { rows } = await sql<{
    kind: AttentionKind;
    count: number;
  }>`${sql.join(counts, sql` union all `)}`.execute(tx);
  return rows.filter(({ count }) => count > 0);
}
