import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { compactUsage } from '#test/compact-usage.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { buildPortalWorld } from '#test/portal-world.ts';
import { useService } from '#test/running-app.ts';

/**
 * Events and their sums belong to contexts, and contexts to accounts: what the wall in the database lets a
 * portal see of them, in statements without any condition, and what it costs everybody else.
 */
const service = useService();
let orgId: number;
beforeAll(async () => {
  const { organization } = await buildPortalWorld(service, 'portals');
  orgId = await asSandbox(service, async (_, org) => org.orgId, organization);
  await compactUsage(service, organization);
});

/** Of a portal that is granted these accounts; of the organization itself without. */
function inScope<Result>(
  access: 'read' | 'write',
  accountIds: readonly string[] | null,
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const portal = accountIds && { customerId: 'customer-mine', accountIds: new Set(accountIds) };
  return service.app.database.transaction({ orgId, access, ...(portal && { portal }) }, run);
}

/** How PostgreSQL would do what the organization itself asks for. */
function planOf(statement: RawBuilder<unknown>): Promise<string> {
  return inScope('write', null, async (tx) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

function contextsOf(query: RawBuilder<{ id: number }>, accountIds: readonly string[] | null = null) {
  return inScope('read', accountIds, async (tx) => {
    const { rows } = await query.execute(tx);
    return new Set(rows.map(({ id }) => id));
  });
}

const ofAccount = (id: string) =>
  contextsOf(sql`select context_id as id from event_contexts where account_id = ${id}`);

describe.each(['events', 'context_hours', 'context_cycles'])('the wall of %s', (table) => {
  const everything = sql<{ id: number }>`select context_id as id from ${sql.table(table)}`;

  it('lets rows of the granted account through, and no others', async () => {
    const [mine, theirs] = await Promise.all([ofAccount('mine'), ofAccount('theirs')]);
    const whole = await contextsOf(everything);
    expect(whole.intersection(mine).size).toBeGreaterThan(0);
    expect(whole.intersection(theirs).size).toBeGreaterThan(0);
    expect(await contextsOf(everything, ['mine'])).toEqual(whole.intersection(mine));
  });

  it('lets nothing through to whom no account is granted', async () => {
    expect(await contextsOf(everything, [])).toEqual(new Set());
  });

  it('costs the organization no look at contexts', async () => {
    const plan = await planOf(everything);
    expect(plan).toContain('InitPlan');
    expect(plan).not.toContain('event_contexts');
  });
});

describe('the wall of sums that belong to no context', () => {
  const invoicesOf = (accountIds: readonly string[] | null, only = sql`true`) =>
    inScope('read', accountIds, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select distinct l.invoice_id as id from invoice_revenue l where ${only} order by 1`.execute(tx);
      return rows.map(({ id }) => id);
    });

  it('lets the lines of its own invoices through, and no others', async () => {
    const isMine = sql`exists (select from invoices i where i.id = l.invoice_id and i.account_id = 'mine')`;
    const mine = await invoicesOf(null, isMine);
    expect(mine.length).toBeGreaterThan(0);
    expect((await invoicesOf(null)).length).toBeGreaterThan(mine.length);
    expect(await invoicesOf(['mine'])).toEqual(mine);
    expect(await invoicesOf([])).toEqual([]);
  });

  it('costs the organization no look at the invoice of each line', async () => {
    const plan = await planOf(sql`select amount from invoice_revenue`);
    expect(plan).toContain('InitPlan');
    expect(plan).not.toContain('SubPlan');
  });

  it('lets no usage of all accounts through', async () => {
    const count = (accountIds: readonly string[] | null) =>
      inScope('read', accountIds, async (tx) => (await sql`select from meter_hours`.execute(tx)).rows.length);
    expect(await count(null)).toBeGreaterThan(0);
    expect(await count(['mine'])).toBe(0);
  });
});

describe('additions that are not in the sums', () => {
  const additions = sql<{ id: number }>`select unnest(context_ids) as id from usage_deltas`;

  beforeAll(async () => {
    const [mine] = await ofAccount('mine');
    const [theirs] = await ofAccount('theirs');
    const add = (contextIds: unknown[]) => {
      const each = <T>(value: T) => contextIds.map(() => value);
      return inScope('write', null, (tx) =>
        sql`insert into usage_deltas
            (org_id, has_cycle, context_ids, parts, hour_ats, units1, events1)
          values (${orgId}, true, ${contextIds}::int4[], ${each(0)}::int2[],
            ${each('2030-01-20T10:00:00Z')}::timestamptz[], ${each('1000000')}::text[], ${each(1)}::int4[])
        `.execute(tx),
      );
    };
    await add([mine, theirs]);
    await add([theirs]);
  });

  it('are seen by a portal where one is of its account, and by no other', async () => {
    const rowsOf = (accountIds: readonly string[] | null) =>
      inScope('read', accountIds, async (tx) => (await additions.execute(tx)).rows.length);
    expect(await rowsOf(null)).toBe(3);
    expect(await rowsOf(['mine'])).toBe(2);
    expect(await rowsOf([])).toBe(0);
  });

  it.each(['usage_hours', 'usage_cycles'])('count for a portal what is of its account: %s', async (view) => {
    const accountsOf = (accountIds: readonly string[] | null) =>
      inScope('read', accountIds, async (tx) => {
        const { rows } = await sql<{ accountId: string; units: number }>`
          select account_id, sum(units)::float8 as units from ${sql.table(view)} where units = 1000000
          group by 1 order by 1`.execute(tx);
        return rows.map(({ accountId, units }) => `${accountId} ${units}`);
      });
    expect(await accountsOf(null)).toEqual(['mine 1000000', 'theirs 2000000']);
    expect(await accountsOf(['mine'])).toEqual(['mine 1000000']);
    expect(await accountsOf([])).toEqual([]);
  });
});

describe('a statement that adds to sums', () => {
  it('is denied to a portal for contexts of other accounts', async () => {
    // Asked for by the organization: a portal does not even see the contexts of others.
    const [mine] = await ofAccount('mine');
    const [theirs] = await ofAccount('theirs');
    const insert = (contextId: number | undefined) =>
      inScope('write', ['mine'], (tx) =>
        sql`insert into context_cycles (org_id, slot, context_id, part)
          values (${orgId}, 99, ${contextId}, 0)`.execute(tx),
      );
    await expect(insert(theirs)).rejects.toMatchObject({ code: '42501' });
    await insert(mine);
  });

  it('costs the organization no look at contexts, whatever it checks', async () => {
    const plan = await planOf(sql`
      insert into context_cycles as c (org_id, slot, context_id, part, units1) values (${orgId}, 0, 1, 0, 1)
      on conflict (org_id, context_id, slot, part) do update set units1 = c.units1 + excluded.units1`);
    expect(plan).toContain('InitPlan');
    expect(plan).not.toContain('event_contexts');
  });
});
