import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { actFor } from '#platform/db/database.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const archive = (id: string) => service.production.delete(`/usage_meters/${id}`);
const create = (name: string) =>
  service.production.post('/usage_meters', { name, type: 'COUNTER', aggregation: 'COUNT' });

/**
 * Plans are of a higher tier, so their rows are written as they are stored: one plan, whose only version
 * prices the meter.
 */
async function price(meterId: string, plan: { id: string; status: string }): Promise<number> {
  return service.app.database.transaction({ orgId: null, access: 'write', isDirectory: true }, async (tx) => {
    const { rows } = await sql<{ orgId: number }>`
      select org_id from organizations where environment = 'production' limit 1`.execute(tx);
    const { orgId } = rows[0]!;
    await actFor(tx, orgId);
    await sql`
      insert into price_plans (org_id, id, name, type, status, created_at, updated_at)
      values (${orgId}, ${plan.id}, ${plan.id}, 'BILLING', ${plan.status}, now(), now())`.execute(tx);
    await sql`
      insert into price_plan_versions
        (org_id, plan_id, version, reference_id, status, supported_currencies, created_at, updated_at)
      values (${orgId}, ${plan.id}, 1, ${plan.id}, 'ACTIVE', '{USD}', now(), now())`.execute(tx);
    await sql`
      insert into rate_cards
        (org_id, reference_id, name, position, type, billable_id, display_name, invoice_timing, details,
         created_at)
      values (${orgId}, ${plan.id}, 'card', 0, 'USAGE', ${meterId}, 'card', 'IN_ARREARS', '{}',
         now())`.execute(tx);
    return orgId;
  });
}

/** The account's plan until the given day, as a row of the live timeline. */
async function schedule(
  orgId: number,
  plan: { id: string; accountId: string; until: string },
): Promise<void> {
  const { id, accountId, until } = plan;
  await service.app.database.transaction({ orgId, access: 'write' }, (tx) =>
    sql`
      insert into schedules
        (org_id, mode, id, account_id, plan_id, plan_version, start_date, end_date, start_at, end_at,
         time_zone, cycle_config, resolved_cycle, chain_start_date, created_at, updated_at)
      values (${orgId}, 'ACTIVE', ${id}, ${accountId}, ${id}, 1, '2020-01-01', ${until}::date, '2020-01-01Z',
         ${`${until}T00:00:00Z`}, 'UTC', '{}', '{}', '2020-01-01', now(), now())`.execute(tx),
  );
}

describe('DELETE /usage_meters/{usage_meter_id}', () => {
  it('200 for a draft, which stays readable and keeps its name', async () => {
    const { id } = (await create('draft')).body;
    const { status, body } = await archive(id);
    expect([status, body]).toEqual([200, { success: true }]);
    expect((await service.production.get(`/usage_meters/${id}`)).body.status).toBe('ARCHIVED');
    expect((await create('draft')).status).toBe(409);
  });

  it('400 while it is active, 200 once it is inactive', async () => {
    const { id } = (await create('active')).body;
    await service.production.must.post(`/usage_meters/${id}/activate`);
    const { status, headers } = await archive(id);
    expect([status, headers['error-code']]).toEqual([400, 'METER_STILL_ACTIVE']);
    await service.production.must.post(`/usage_meters/${id}/deactivate`);
    expect((await archive(id)).status).toBe(200);
  });

  it('400 while a plan prices it, 200 when the plan is archived', async () => {
    const { id } = (await create('priced')).body;
    await price(id, { id: 'live', status: 'ACTIVE' });
    const { status, headers } = await archive(id);
    expect([status, headers['error-code']]).toEqual([400, 'METER_IN_USE']);
    const free = (await create('free')).body.id;
    await price(free, { id: 'old', status: 'ARCHIVED' });
    expect((await archive(free)).status).toBe(200);
  });

  it('400 while a schedule of an archived plan is not over', async () => {
    const { must } = service.production;
    await must.post('/customers', { id: 'c1', name: 'Customer', primaryEmail: 'c@example.com', address: {} });
    for (const [account, until, status] of [
      ['past', '2021-01-01', 200],
      ['running', '2999-01-01', 400],
    ] as const) {
      await must.post('/accounts', { id: account, name: account, customerId: 'c1' });
      const { id } = (await create(`scheduled ${account}`)).body;
      const orgId = await price(id, { id: `plan ${account}`, status: 'ARCHIVED' });
      await schedule(orgId, { id: `plan ${account}`, accountId: account, until });
      expect((await archive(id)).status).toBe(status);
    }
  });

  it('400 when it is archived already', async () => {
    const { id } = (await create('gone')).body;
    await archive(id);
    expect((await archive(id)).headers['error-code']).toBe('METER_ARCHIVED');
  });

  it('404 for an unknown id, and for one of another environment', async () => {
    const { id } = (await create('mine')).body;
    expect((await archive('um.unknown')).status).toBe(404);
    expect((await service.sandbox.delete(`/usage_meters/${id}`)).status).toBe(404);
  });
});
