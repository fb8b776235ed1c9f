import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const ids: string[] = [];

beforeAll(async () => {
  const { sandbox } = service;
  for (const [index, name] of ['North 100%', 'South', 'Northwind_'].entries()) {
    await sandbox.setClock(`2030-01-0${index + 1}T00:00:00Z`);
    await openAccount(sandbox, `account-${index}`);
    const group = { name, email: 'g@example.com', dailyInvoiceConsolidation: true, address: {} };
    ids.push((await sandbox.must.post('/invoice_groups', { ...group, accountIds: [`account-${index}`] })).id);
  }
});

const names = async (query: string) => {
  const { data } = await service.sandbox.must.get(`/invoice_groups?${query}`);
  return data.map(({ name }: { name: string }) => name);
};

describe('GET /invoice_groups', () => {
  it('200 and groups as they are when got by id, the newest first', async () => {
    const { data, nextToken, ...rest } = await service.sandbox.must.get('/invoice_groups');
    expect([nextToken, rest]).toEqual([null, {}]);
    expect(data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    const {
      accounts: _,
      nextToken: __,
      ...one
    } = await service.sandbox.must.get(`/invoice_groups/${ids[2]}`);
    expect(data[0]).toEqual(one);
  });

  it.each([
    ['_sort=created_at', ['North 100%', 'South', 'Northwind_']],
    ['_search=NORTH', ['Northwind_', 'North 100%']],
    ['_search=name:%25', ['North 100%']],
    ['_search=_', ['Northwind_']],
    ['id=nobody', []],
  ])('200 for ?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('200 by one id and by several', async () => {
    expect(await names(`id=${ids[1]}`)).toEqual(['South']);
    expect(await names(`id=${ids[1]},${ids[0]}&_search=north`)).toEqual(['North 100%']);
  });

  it('200 page by page', async () => {
    const first = await service.sandbox.must.get('/invoice_groups?pageSize=2');
    const second = await service.sandbox.must.get(`/invoice_groups?nextToken=${first.nextToken}`);
    expect([first.data.length, second.data.length, second.nextToken]).toEqual([2, 1, null]);
  });

  it.each([
    ['pageSize=100', 200],
    ['pageSize=101', 400],
    ['pageSize=0', 400],
    ['_sort=name', 400],
    ['_search=email:g', 400],
    ['nextToken=x', 400],
  ])('?%s answers %i', async (query, status) => {
    expect((await service.sandbox.get(`/invoice_groups?${query}`)).status).toBe(status);
  });

  it('200 with the longest grace of the plans that the members have, where the group sets none', async () => {
    const { sandbox } = service;
    const fee = await sellFee(sandbox, 'Fee');
    const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 1 } }];
    await openAccount(sandbox, 'second');
    await sandbox.must.post(`/invoice_groups/${ids[0]}/add_accounts`, { accountIds: ['second'] });
    for (const [account, graceDays] of [
      ['account-0', 2],
      ['second', 5],
      ['account-1', 7],
    ] as const) {
      const planId = await publishPlan(sandbox, { name: account, cards, graceDays });
      await editTimeline(sandbox, account, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
    }
    await sandbox.must.patch(`/ext/v1/invoice_groups/${ids[1]}`, { gracePeriod: 1 });
    const graces = async () =>
      (await sandbox.must.get('/invoice_groups?_sort=created_at')).data.map(
        ({ gracePeriod }: { gracePeriod: number }) => gracePeriod,
      );
    expect(await graces()).toEqual([5, 1, 0]);
    // The last bill of the second account is due on 6 February; from then on its plan says nothing any more.
    await sandbox.setClock('2030-02-05T23:59:59Z');
    expect(await graces()).toEqual([5, 1, 0]);
    await sandbox.setClock('2030-02-06T00:00:00Z');
    expect(await graces()).toEqual([0, 1, 0]);
  });
});
