import { beforeAll, expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  onlyInvoice,
  openAccount,
  sellFee,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { publishRuledPlan, type RuleTerms, read } from '#test/rule-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let [minutes, seats, fee]: [string, string, string] = ['', '', ''];

const RULE_LINES = [
  'PRICING_RULE_USAGE_UPDATE_AMOUNT',
  'PRICING_RULE_REVENUE_UPDATE_AMOUNT',
  'PRICING_RULE_ADDITION_AMOUNT',
];

/** All plans bill January 2030, which has 31 days, and everything is known when it ends. */
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  [minutes, seats] = [await sellUsage(client, 'minutes'), await sellUsage(client, 'seats')];
  fee = await sellFee(client, 'Platform');
  await bill('allowance', [perUnit(minutes, 0.1)], [ALLOWANCE()]);
  await bill('bundle', [perUnit(minutes, 0.1), perUnit(seats, 0)], [BUNDLE()]);
  await bill('volume', [{ ...perUnit(minutes, 200), tag: 'calls' }, fixedFee(500_000)], [VOLUME]);
  for (const account of ['allowance', 'volume']) await spend(minutes, account, '3000');
  await spend(minutes, 'bundle', '3500');
  await spend(seats, 'bundle', '4');
  await client.setClock('2030-02-01T00:00:00Z');
});

async function bill(account: string, cards: CardTerms[], rules: RuleTerms[]): Promise<void> {
  const plan = await publishRuledPlan(client, { name: account, cards, rules });
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
}

const spend = (meter: string, account: string, amount: string) =>
  use(client, {
    ...{ meter: meter === seats ? 'seats' : 'minutes', account, amount },
    at: '2030-01-01T00:00:00Z',
  });
const perUnit = (billableId: string, rate: number): CardTerms => ({
  ...{ type: 'USAGE', billableId },
  usage: { model: 'TIERED', slabs: [{ rate }] },
});
const fixedFee = (rate: number): CardTerms => ({ type: 'FIXED_FEE', billableId: fee, fee: { rate } });

const DAYS = { 'duration.between': [read('invoice.start_date'), read('invoice.end_date')] };
const ALLOWANCE = (): RuleTerms => ({
  ...{ name: '75 a day are free', target: `usage.urc.${minutes}` },
  computation: { max: [{ '-': [read(`usage.urc.${minutes}`), { '*': [DAYS, 75] }] }, 0] },
});
const BUNDLE = (): RuleTerms => ({
  ...{ name: '1000 minutes a seat', metadata: { type: 'DISCOUNT' } },
  computation: {
    min: [{ '*': [read(`usage.urc.${seats}`), 1000, 0.1] }, read(`revenue.urc.${minutes}`)],
  },
});
const VOLUME: RuleTerms = {
  name: 'A tenth off',
  condition: { '>': [read('revenue.rate_card_total'), 1_000_000] },
  computation: { '*': [-0.1, read('revenue.rate_card_total')] },
};

test.each([
  // 3000 − 31 × 75 = 675 at 0.1; 67.5 − 300
  ['allowance', 67.5, [['PRICING_RULE_USAGE_UPDATE_AMOUNT', -232.5]]],
  // 3500 × 0.1 = 350, less than 4 × 1000 × 0.1 = 400
  ['bundle', 0, [['PRICING_RULE_ADDITION_AMOUNT', -350]]],
  // 3000 × 200 + 500,000 = 1,100,000
  ['volume', 990_000, [['PRICING_RULE_ADDITION_AMOUNT', -110_000]]],
])('%s comes to %s', async (account, total, lines) => {
  const invoice = await onlyInvoice(client, account);
  expect(invoice).toMatchObject({ totalAmount: total, info: [] });
  expect(invoice.status).toBe(total === 0 ? 'PAID' : 'DUE');
  expect(valuesOf(invoice, ...RULE_LINES)).toEqual(lines);
});

test('what a rule did is logged, explained, and computed again from the inputs', async () => {
  const { id } = await onlyInvoice(client, 'allowance');
  const { data } = await client.must.get(`/invoice/${id}/pricing_rules_logs`);
  expect(data).toMatchObject([
    {
      ...{ type: 'CONDITION_TRUE', order: 1, rule: { name: '75 a day are free' } },
      changes: {
        ...{ key: `usage.urc.${minutes}`, keyName: 'minutes', oldUsage: 3000, newUsage: 675 },
        ...{ oldRevenue: 300, newRevenue: 67.5 },
      },
      variablesValue: {
        'invoice.end_date': { name: 'day after the last', value: '2030-02-01T00:00:00Z' },
        [`usage.urc.${minutes}`]: { name: 'minutes', value: '3000' },
      },
    },
  ]);
  const { lines, verification } = await client.must.get(`/ext/v1/invoices/${id}/explain`);
  expect(verification.isIdentical).toBe(true);
  expect(lines[0].steps.slice(-4)).toEqual([
    'result: 675',
    'usage of minutes: 3000 becomes 675',
    'first 675 units × 0.1 = 67.5',
    'charged: 67.5 USD',
  ]);
  const bundle = await onlyInvoice(client, 'bundle');
  const explained = await client.must.get(`/ext/v1/invoices/${bundle.id}/explain`);
  expect(explained.lines.at(-1)).toMatchObject({
    ...{ type: 'PRICING_RULE_ADDITION_AMOUNT', cardName: '1000 minutes a seat', amount: -350 },
    steps: expect.arrayContaining(['result: 350', 'a discount, so it is taken off', 'charged: -350 USD']),
  });
});
