import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { keepRollupsByAccount } from '#test/rollup-rows.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let meter = '';

/** On 10 January 2030 `a1` and `a2` pay 2.00 for each of 5 calls, `a3` has no plan and made 5 as well. */
beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  meter = await sellUsage(sandbox, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const cards = [{ type: 'USAGE' as const, billableId: meter, usage }];
  const planId = await publishPlan(sandbox, { name: 'plan', cards });
  for (const account of ['a1', 'a2', 'a3']) {
    await openAccount(sandbox, account);
    if (account !== 'a3') await editTimeline(sandbox, account, [{ planId, from: '2030-01-01' }]);
    await use(sandbox, { meter: 'calls', account, at: '2030-01-09T12:10:00Z', amount: '3' });
    await use(sandbox, { meter: 'calls', account, at: '2030-01-09T13:00:00Z', amount: '2' });
  }
});

const audit = (body?: object) => sandbox.post('/ext/v1/usage/audit', body);
const spoil = async (statement: RawBuilder<unknown>) => {
  await keepRollupsByAccount(service);
  return asSandbox(service, (tx) => statement.execute(tx));
};
const NOTHING = { mismatches: [], repairedAccountIds: [] };

describe('POST /ext/v1/usage/audit', () => {
  it('200 and nothing where sums and events agree', async () => {
    const { status, body } = await audit();
    expect([status, body]).toEqual([200, NOTHING]);
    expect((await audit({ accountId: 'a1', repair: true })).body).toEqual(NOTHING);
  });

  it('200 with what differs; repaired, it does not, and the draft follows', async () => {
    await spoil(sql`update account_hours set units = units + 0.1 where account_id = 'a1'
      and hour_at = '2030-01-09T12:00:00Z'`);
    await spoil(sql`update account_cycles set units = 99, events = 7 where account_id = 'a1'`);
    const hour = { rollup: 'HOUR', accountId: 'a1', usageMeterId: meter };
    const found = [
      {
        ...{ ...hour, startTime: '2030-01-09T12:00:00.000Z' },
        ...{ kept: { units: 3.1, events: 1 }, recomputed: { units: 3, events: 1 } },
      },
      {
        ...{ ...hour, rollup: 'CYCLE', startTime: '2030-01-01T00:00:00.000Z' },
        ...{ scheduleId: expect.stringMatching(/^sch/), cycleStart: '2030-01-01' },
        ...{ kept: { units: 99, events: 7 }, recomputed: { units: 5, events: 2 } },
      },
    ];
    expect((await audit({ accountId: 'a1' })).body).toEqual({ ...NOTHING, mismatches: found });
    expect((await audit({ accountId: 'a2' })).body).toEqual(NOTHING);
    expect((await onlyInvoice(sandbox, 'a1')).totalAmount).toBe(198);
    expect((await audit({ repair: true })).body).toEqual({ mismatches: found, repairedAccountIds: ['a1'] });
    expect((await audit()).body).toEqual(NOTHING);
    expect((await onlyInvoice(sandbox, 'a1')).totalAmount).toBe(10); // 5 × 2
  });

  it('200 and all is made anew that was gone, of every process', async () => {
    await spoil(sql`delete from account_hours where account_id in ('a2', 'a3')`);
    await spoil(sql`update account_cycles set slot = 9 where account_id = 'a2'`);
    const { mismatches, repairedAccountIds } = (await audit({ repair: true })).body;
    expect(mismatches).toHaveLength(4);
    expect(repairedAccountIds).toEqual(['a2', 'a3']);
    expect((await audit()).body).toEqual(NOTHING);
    expect((await onlyInvoice(sandbox, 'a2')).totalAmount).toBe(10);
  });

  it('200 while events come in, and every one of them is counted', async () => {
    const send = (i: number) =>
      use(sandbox, { meter: 'calls', account: 'a3', at: `2030-01-0${1 + (i % 8)}T12:00:00Z`, amount: '1' });
    for (let round = 0; round < 3; round++) {
      await spoil(sql`update account_hours set units = units * 2 where account_id = 'a3'`);
      const sending = Array.from({ length: 24 }, (_, i) => send(i));
      const repairing = audit({ accountId: 'a3', repair: true });
      expect((await Promise.all(sending)).map(({ status }) => status)).toEqual(Array(24).fill(202));
      expect((await repairing).status).toBe(200);
      expect((await audit()).body).toEqual(NOTHING);
    }
  });

  it('200 page by page', async () => {
    const accounts = Array.from({ length: 101 }, (_, i) => `many-${String(i).padStart(3, '0')}`);
    await spoil(sql`
      insert into accounts
      select (jsonb_populate_record(a, jsonb_build_object('id', made.id, 'platform_id', made.id))).*
      from accounts a, unnest(${accounts}::text[]) as made (id) where a.id = 'a3'`);
    const { next, mismatches } = (await audit()).body;
    expect([next, mismatches]).toEqual(['many-043', []]); // 44 of them and six others make 50
    expect((await audit({ after: next })).body.next).toBe('many-093');
    expect((await audit({ after: 'many-093' })).body).toEqual(NOTHING);
    await spoil(sql`
      insert into account_hours (org_id, account_id, meter_id, hour_at, units, events)
      select org_id, id, ${meter}, '2030-01-01'::timestamptz + hour * interval '1 hour', 1, 1
      from accounts, generate_series(1, 3) as hour where id like 'many-%'`);
    // A page that does not list all it found comes again, as long as it has to be repaired.
    expect((await audit()).body.next).toBe('many-043');
    let pages = 0;
    for (let after: string | undefined = ''; after !== undefined; pages++)
      after = (await audit({ after, repair: true })).body.next;
    // 100 mismatches at a time are 33 accounts and a third: two pages for 44, two for 50, and the last seven.
    expect(pages).toBe(5);
    expect((await audit()).body.mismatches).toEqual([]);
  });

  it.each([
    [{ accountId: 'nobody' }, 404],
    [{ accountId: '' }, 400],
    [{ repair: 'yes' }, 400],
    [{ after: 'x'.repeat(101) }, 400],
    [{ after: 'a1 yesterday' }, 400],
    [{ after: 'a1 2030-01-09T12:00:00Z cycles' }, 400],
    [{ everything: true }, 400],
  ])('%j is refused', async (body, status) => {
    expect((await audit(body)).status).toBe(status);
  });
});
