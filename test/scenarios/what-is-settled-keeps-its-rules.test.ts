import { beforeEach, expect, it } from 'vitest';
import { type CardTerms, editTimeline, listInvoices, openAccount, sellFee } from '#test/billing-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { publishRuledPlan, type RuleTerms, read } from '#test/rule-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const [APRIL, MAY] = ['2030-04-01', '2030-05-01'];
let client: Client;
let made = 0;
let seats: string;
let fee: string;
beforeEach(async () => {
  made += 1;
  client = (await service.createOrganization(`ruled-${made}`)).sandbox;
  [seats, fee] = [await sellSeats(client, 'Seats'), await sellFee(client, 'Fee')];
  await client.setClock(`${APRIL}T00:00:00Z`);
});

const seatCard = () =>
  licenseCard(seats, { slabs: [{ rate: 30 }], timing: 'IN_ADVANCE', refundMode: 'CREDITS' });
const feeCard = (): CardTerms => ({
  ...{ type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', fee: { rate: 60, isProrated: true } },
});
const rule = (target: string, computation: object): RuleTerms => ({
  ...{ name: 'rule', timing: 'IN_ADVANCE', target, computation },
});

/** One account with 10 seats, on a plan with one card and one rule for what is charged in advance. */
async function subscribe(card: CardTerms, ruled: RuleTerms, until?: string): Promise<string> {
  const planId = await publishRuledPlan(client, { name: 'plan', cards: [card], rules: [ruled] });
  await openAccount(client, 'a');
  await setSeats(client, seats, { account: 'a', quantity: '10', from: '2030-03-01T00:00:00Z' });
  await editTimeline(client, 'a', [{ planId, from: APRIL, ...(until && { until }) }]);
  return planId;
}

/** `2030-04-01 150`: what was charged in advance from which day, before credits pay for it. */
async function chargedInAdvance(): Promise<string[]> {
  const invoices = await listInvoices(client, 'a');
  return invoices
    .filter(({ invoiceType }) => /ADVANCED/.test(invoiceType))
    .map(({ startDate, totalAmount }) => `${startDate.slice(0, 10)} ${totalAmount}`);
}

async function givenBack(): Promise<number[]> {
  const { data } = await client.must.get('/credits?account_id=a');
  return data.map(({ creditAmount }: { creditAmount: number }) => creditAmount);
}

// 10 seats of 30 are 300 for April before the rule; 15 of its 30 days are not used.
it.each<[name: string, ruled: () => RuleTerms, charged: number, back: number]>([
  ['half of it', () => rule(`revenue.lic.${seats}`, { '*': [read(`revenue.lic.${seats}`), 0.5] }), 150, 75],
  ['twice of it', () => rule(`revenue.lic.${seats}`, { '*': [read(`revenue.lic.${seats}`), 2] }), 600, 300],
  ['5 seats free', () => rule(`usage.lic.${seats}`, { '-': [read(`usage.lic.${seats}`), 5] }), 150, 75],
])('unused days of licences go back at the price of the rule: %s', async (_name, ruled, charged, back) => {
  await subscribe(seatCard(), ruled());
  await client.setClock('2030-04-15T12:00:00Z');
  await editTimeline(client, 'a', [{ from: '2030-04-16' }]);
  await client.setClock('2030-04-20T00:00:00Z');
  expect(await chargedInAdvance()).toEqual([`${APRIL} ${charged}`]);
  expect(await givenBack()).toEqual([back]);
});

// Half a month was charged at half of the price; the other half is joined on, and May is charged with it.
it.each<[name: string, card: () => CardTerms, target: () => string, first: number, second: number]>([
  ['a fee of 60', feeCard, () => `revenue.ff.${fee}`, 15, 30 + 15],
  ['10 seats of 30', seatCard, () => `revenue.lic.${seats}`, 75, 150 + 75],
])('days that are joined on cost what the rule says: %s', async (_name, card, target, first, second) => {
  const halved = rule(target(), { '*': [read(target()), 0.5] });
  const planId = await subscribe(card(), halved, '2030-04-16');
  expect(await chargedInAdvance()).toEqual([`${APRIL} ${first}`]);
  await client.setClock('2030-04-10T00:00:00Z');
  const edit = { mode: 'ASSOCIATE', effectiveFrom: '2030-04-16', effectiveUntil: '9999-01-01' };
  const associationConfig = { pricePlanId: planId };
  await client.must.post('/v2/accounts/a/edit_schedules', { edits: [{ ...edit, associationConfig }] });
  await client.must.post('/v2/accounts/a/finalize_schedules', { mergeSchedules: true });
  await client.setClock(`${MAY}T00:00:00Z`);
  expect(await chargedInAdvance()).toEqual([`${APRIL} ${first}`, `${MAY} ${second}`]);
});
