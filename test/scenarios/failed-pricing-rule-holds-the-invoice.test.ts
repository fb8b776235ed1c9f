import { expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  lineOf,
  listInvoices,
  onlyInvoice,
  openAccount,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { publishRuledPlan, read } from '#test/rule-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('a rule that fails holds its invoice until somebody has looked at it', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const [meter, fee] = [await sellUsage(client, 'calls'), await sellFee(client, 'Platform')];
  const usage: CardTerms = {
    type: 'USAGE',
    billableId: meter,
    usage: { model: 'TIERED', slabs: [{ rate: 1 }] },
  };
  const inAdvance: CardTerms = {
    type: 'FIXED_FEE',
    billableId: fee,
    timing: 'IN_ADVANCE',
    fee: { rate: 50 },
  };
  const perCall = { '/': [100, read(`usage.urc.${meter}`)] };
  const plan = await publishRuledPlan(client, {
    ...{ name: 'plan', cards: [usage] },
    rules: [
      { name: 'Share', computation: perCall },
      { name: 'Base', computation: 3 },
    ],
  });
  const early = await publishRuledPlan(client, {
    ...{ name: 'early', cards: [inAdvance] },
    rules: [{ name: 'Early share', timing: 'IN_ADVANCE', computation: { '/': [1, read('usage.tag.none')] } }],
  });
  for (const account of ['busy', 'idle', 'void']) {
    await openAccount(client, account);
    await editTimeline(client, account, [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
  }
  await openAccount(client, 'early');
  await editTimeline(client, 'early', [{ planId: early, from: '2030-01-01', until: '2030-02-01' }]);
  await use(client, { meter: 'calls', account: 'busy', at: '2030-01-01T00:00:00Z', amount: '40' });

  // The draft of the running cycle says it already, when there is time to do something about it.
  const info = [{ type: 'PRICING_RULE_ERROR', value: expect.stringMatching(/^Share: "\/" divides by zero/) }];
  expect(await onlyInvoice(client, 'idle')).toMatchObject({ status: 'DRAFT', totalAmount: 3, info });

  // In advance there is nothing to wait for but the look.
  const [held] = await listInvoices(client, 'early');
  expect(held).toMatchObject({ status: 'DRAFT', invoiceType: 'STANDARD_ADVANCED', totalAmount: 50 });
  const accepted = await client.must.patch(`/invoices/${held.id}`, { status: 'DUE' });
  expect(accepted).toMatchObject({ status: 'DUE', totalAmount: 50, info: [{ type: 'PRICING_RULE_ERROR' }] });

  await client.setClock('2030-02-03T12:00:00Z');
  // 40 + 100 / 40 + 3
  expect(await onlyInvoice(client, 'busy')).toMatchObject({ status: 'DUE', totalAmount: 45.5, info: [] });
  const idle = await onlyInvoice(client, 'idle');
  // Tried again at the beginning of every day.
  expect(idle).toMatchObject({ status: 'DRAFT', info, invoiceDate: '2030-02-04T00:00:00.000Z' });
  const { data } = await client.must.get(`/invoice/${idle.id}/pricing_rules_logs`);
  expect(data).toMatchObject([
    {
      ...{ type: 'COMPUTATION_ERROR', rule: { name: 'Share' } },
      changes: { errorMessage: expect.stringMatching(/divides by zero/), oldRevenue: 0, newRevenue: 0 },
      variablesValue: { [`usage.urc.${meter}`]: { name: 'calls', value: '0' } },
    },
    { type: 'CONDITION_TRUE', rule: { name: 'Base' }, changes: { newRevenue: 3 } },
  ]);

  await client.must.patch(`/invoices/${idle.id}`, { status: 'DUE' });
  expect((await listInvoices(client, 'idle')).map(lineOf)).toEqual(['2030-01-01 to 2030-02-01 DUE 3']);
  const other = await onlyInvoice(client, 'void');
  expect(await client.must.patch(`/invoices/${other.id}`, { status: 'VOID' })).toMatchObject({
    status: 'VOID',
  });
  await client.setClock('2030-02-05T00:00:00Z');
  const explained = await client.must.get(`/ext/v1/invoices/${idle.id}/explain`);
  expect(explained).toMatchObject({ status: 'DUE', verification: { isIdentical: true } });
});
