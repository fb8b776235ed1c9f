import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

/** On 10 January, two accounts have a plan with monthly cycles from the 1st, and two days of grace. */
beforeAll(async () => {
  ({ sandbox: client } = await service.createOrganization('acme'));
  await client.setClock('2030-01-10T00:00:00Z');
  const fee = await sellFee(client, 'Fee');
  const cards = [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } } as const];
  const plan = await publishPlan(client, { name: 'plan', graceDays: 2, cards });
  for (const account of ['one', 'two']) {
    await openAccount(client, account);
    await editTimeline(client, account, [{ planId: plan, from: '2030-01-01' }]);
  }
});

const preview = async (to: string) => client.must.get(`/ext/v1/clock/preview?to=${to}`);
const count = async (to: string, kind: string) =>
  (await preview(to)).work.find((each: { kind: string }) => each.kind === kind)?.count ?? 0;

describe('GET /ext/v1/clock/preview', () => {
  it('200 with what a move would do, and what comes next; nothing has moved', async () => {
    expect(await preview('2030-01-10T00:00:00Z')).toMatchObject({
      ...{ now: '2030-01-10T00:00:00.000Z', nextCycleEnd: '2030-02-01T00:00:00.000Z' },
    });
    // Cycles close when their grace is over.
    expect(await count('2030-02-02T23:59:59Z', 'invoices.close_cycle')).toBe(0);
    expect(await count('2030-02-03T00:00:00Z', 'invoices.close_cycle')).toBe(2);
    expect((await client.must.get('/ext/v1/clock')).now).toBe('2030-01-10T00:00:00.000Z');
    expect((await client.must.get('/invoices?status=DUE')).data).toEqual([]);
  });

  it('200 with the next cycle after a move, and nothing in an empty sandbox', async () => {
    await client.setClock('2030-02-10T00:00:00Z');
    const { nextCycleEnd } = await preview('2030-02-10T00:00:00Z');
    expect(nextCycleEnd).toBe('2030-03-01T00:00:00.000Z');
    const { sandbox } = await service.createOrganization('empty');
    const { work, ...next } = await sandbox.must.get('/ext/v1/clock/preview?to=2040-01-01T00:00:00Z');
    expect(next).toMatchObject({ nextCycleEnd: null });
    expect(work.filter(({ kind }: { kind: string }) => kind.startsWith('invoices.'))).toEqual([]);
  });

  it('200 without an instant, for what comes next', async () => {
    const { work, nextCycleEnd } = await client.must.get('/ext/v1/clock/preview');
    expect([work, nextCycleEnd]).toEqual([[], '2030-03-01T00:00:00.000Z']);
  });

  it('400 for what is no instant; 404 in production, whose clock nobody moves', async () => {
    expect((await client.get('/ext/v1/clock/preview?to=tomorrow')).status).toBe(400);
    const { production } = service;
    expect((await production.get('/ext/v1/clock/preview?to=2040-01-01T00:00:00Z')).status).toBe(404);
  });
});
