import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Service } from './running-app.ts';

/** Rows of higher areas, for tests of changes that their existence forbids in lower ones. */

interface Owned {
  environment?: 'production' | 'sandbox';
  accountId: string;
}

/** Runs with the rights of the service in one environment of the first organization. */
export async function inOrg<T>(
  service: Service,
  environment: 'production' | 'sandbox',
  run: (tx: Tx, org: { orgId: number; id: string; environment: 'production' | 'sandbox' }) => Promise<T>,
): Promise<T> {
  const { database } = service.app;
  const directory = { orgId: null, access: 'read', isDirectory: true } as const;
  const { rows } = await database.transaction(directory, (tx) =>
    sql<{ orgId: number }>`
      select org_id from organizations where id = 'default' and environment = ${environment}`.execute(tx),
  );
  const orgId = rows[0]?.orgId ?? 0;
  return database.transaction({ orgId, access: 'write' }, (tx) =>
    run(tx, { orgId, id: 'default', environment }),
  );
}

/** A schedule of a plan of its own; it has no end by default. */
export function insertSchedule(
  service: Service,
  row: Owned & { startAt: string; endAt?: string; mode?: 'ACTIVE' | 'DRAFT' },
): Promise<void> {
  const { environment = 'production', accountId, startAt, endAt = null, mode = 'ACTIVE' } = row;
  return inOrg(service, environment, async (tx, { orgId }) => {
    const plan = `plan-${accountId}-${mode}`;
    await sql`
      insert into price_plans (org_id, id, name, type, created_at, updated_at)
      values (${orgId}, ${plan}, ${plan}, 'BILLING', now(), now())`.execute(tx);
    await sql`
      insert into price_plan_versions (org_id, plan_id, version, reference_id, status, supported_currencies,
        created_at, updated_at)
      values (${orgId}, ${plan}, 1, ${plan}, 'ACTIVE', '{USD}', now(), now())`.execute(tx);
    await sql`
      insert into schedules (org_id, id, mode, account_id, plan_id, plan_version, start_date, end_date,
        start_at, end_at, time_zone, cycle_config, resolved_cycle, chain_start_date, created_at, updated_at)
      values (${orgId}, ${plan}, ${mode}, ${accountId}, ${plan}, 1, ${startAt.slice(0, 10)},
        ${endAt?.slice(0, 10) ?? null}, ${startAt}, ${endAt}, 'UTC', '{}', '{}', ${startAt.slice(0, 10)},
        now(), now())`.execute(tx);
  });
}

/** An empty invoice. */
export function insertInvoice(
  service: Service,
  row: Owned & { id: string; status: string; isFinalized: boolean; startAt: string; endAt: string },
): Promise<void> {
  return inOrg(service, row.environment ?? 'production', async (tx, { orgId }) => {
    await sql`
      insert into invoices (org_id, id, account_id, customer_id, invoice_class, invoice_type, status,
        finalizing_status, currency, start_at, end_at, invoice_date, net_term_days, generated_at, created_at,
        updated_at, total_amount, inputs, document, details)
      values (${orgId}, ${row.id}, ${row.accountId}, 'any', 'INVOICE', 'STANDARD', ${row.status},
        ${row.isFinalized ? 'FINALIZED' : null}, 'USD', ${row.startAt}, ${row.endAt}, ${row.endAt}, 0, now(),
        now(), now(), 0, '{}', '{}', '{}')`.execute(tx);
  });
}
