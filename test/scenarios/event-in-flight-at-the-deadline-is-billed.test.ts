import pg from 'pg';
import { expect, test, vi } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test.each([
  ['by transactions that requests share', 'shared', {}],
  ['by a request with a transaction of its own', 'alone', { 'idempotency-key': 'one' }],
])(
  'a cycle closes only after the events that were received in time have been stored %s',
  async (_, id, headers) => {
    const { sandbox } = await service.createOrganization(id);
    await sandbox.setClock('2030-01-01T00:00:00Z');
    const meter = await sellUsage(sandbox, 'calls');
    const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
    const card = { type: 'USAGE' as const, billableId: meter, usage };
    const plan = await publishPlan(sandbox, { name: 'plan', cards: [card] });
    await openAccount(sandbox, 'one');
    await editTimeline(sandbox, 'one', [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
    await sandbox.setClock('2030-01-31T23:59:59.999Z');

    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    const waiting = async (condition: string) => {
      const { rows } = await owner.query(
        `select 1 from pg_locks where not granted and database = (select oid from pg_database
        where datname = current_database()) and ${condition}`,
      );
      expect(rows, condition).not.toHaveLength(0);
    };
    try {
      // Usage can be read but not written: the event is received and gets no further.
      await owner.query('begin; lock table usage_deltas, context_hours in exclusive mode');
      const event = { meter: 'calls', account: 'one', at: '2030-01-31T12:00:00Z', amount: '7' };
      const sent = use(sandbox, event, headers);
      await vi.waitFor(
        () => waiting(`relation in ('usage_deltas'::regclass, 'context_hours'::regclass)`),
        5_000,
      );
      const moved = sandbox.setClock('2030-02-01T00:00:00Z');
      await vi.waitFor(() => waiting(`locktype = 'advisory'`), 5_000);
      await owner.query('commit');
      expect((await sent).status).toBe(202);
      await moved;
    } finally {
      await owner.end();
    }
    expect((await listInvoices(sandbox, 'one')).map(lineOf)).toEqual(['2030-01-01 to 2030-02-01 DUE 14']);
  },
);
