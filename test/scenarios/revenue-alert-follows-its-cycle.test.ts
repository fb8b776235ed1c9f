import { expect, it } from 'vitest';
import { createAlert, incidentLines } from '#test/alert-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('counts what a cycle or a month has earned, in the currency of who is asked', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  const meter = await sellUsage(sandbox, 'calls');
  const fee = await sellFee(sandbox, 'Fee');
  for (const [account, currency] of [
    ['dollar', 'USD'],
    ['euro', 'EUR'],
  ] as const) {
    const plan = await publishPlan(sandbox, {
      name: account,
      currency,
      cards: [
        { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 0.005 }] } },
        { type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } },
      ],
    });
    await openAccount(sandbox, account, { invoiceCurrency: currency });
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-01' }]);
  }
  const watch = (threshold: number, members: object = {}) =>
    createAlert(sandbox, {
      ...{ alertTemplateId: 'REVENUE_THRESHOLD', parameters: { threshold }, interval: 'P1D', ...members },
    });
  const euro = await watch(10.005, { ownerDetails: { accountId: 'euro' } });
  const usage = await watch(0.01, {
    ownerDetails: { accountId: 'dollar' },
    entityDetails: { billableId: meter },
  });
  const all = await watch(21.02);

  // 10 + 1 × 0.005 EUR; 2 × 0.005 USD; 10 + 0.01 + 10.005 × 1.1 USD.
  await use(sandbox, { meter: 'calls', account: 'euro', at: '2030-01-01T00:00:00Z', amount: '1' });
  await use(sandbox, { meter: 'calls', account: 'dollar', at: '2030-01-01T00:00:00Z', amount: '1' });
  await sandbox.setClock('2030-01-02T00:00:00Z');
  const end = 'checked 01-02T00:00 until 02-01T00:00';
  expect(await incidentLines(sandbox, euro)).toEqual([`01-02T00:00 ACTIVE v1 10.005 ${end}`]);
  expect(await incidentLines(sandbox, usage)).toEqual([]);
  expect(await incidentLines(sandbox, all)).toEqual([]);
  await use(sandbox, { meter: 'calls', account: 'dollar', at: '2030-01-02T00:00:00Z', amount: '1' });
  await use(sandbox, { meter: 'calls', account: 'euro', at: '2030-01-02T00:00:00Z', amount: '1' });
  await sandbox.setClock('2030-01-03T00:00:00Z');
  const next = 'checked 01-03T00:00 until 02-01T00:00';
  expect(await incidentLines(sandbox, euro)).toEqual([`01-02T00:00 ACTIVE v1 10.01 ${next}`]);
  expect(await incidentLines(sandbox, usage)).toEqual([`01-03T00:00 ACTIVE v1 0.01 ${next}`]);
  expect(await incidentLines(sandbox, all)).toEqual([`01-03T00:00 ACTIVE v1 21.021 ${next}`]);
});
