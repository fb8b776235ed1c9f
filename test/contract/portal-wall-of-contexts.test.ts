import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
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
}, 60_000);

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

describe('a statement that adds to sums', () => {
  it('is refused to a portal for contexts of other accounts', async () => {
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
