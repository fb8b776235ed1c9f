import { beforeAll, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { licenseCard } from '#test/license-scenario.ts';
import { useService } from '#test/running-app.ts';

/*
 * The clock stands at 20 January. The plan, which allows ten seats, is in force from 1 February to 1 March
 * and again from 1 April on; in April its card is another for this account and allows twenty.
 */
const service = useService();
let [seat, planId] = ['', ''];
const day = (date: string) => `2030-${date}T00:00:00Z`;
/** The level after the update, or the refusal. */
async function change(accountId: string, text: string, from: string): Promise<number | string> {
  const isAbsolute = text.startsWith('=');
  const quantity = Number(text.replace(/^[=+]/, ''));
  const { status, body } = await service.sandbox.post('/license_updates', {
    ...{ licenseId: seat, accountId, quantity, effectiveFrom: day(from) },
    updateType: isAbsolute ? 'ABSOLUTE' : 'RELATIVE',
  });
  return status === 200 ? body.quantity : `${status} ${body.message}`;
}
const rejected = (level: number, from: string, allowed = 10) =>
  `400 quantity: would be ${level} from ${day(from)} on; the price plan of the account allows at ` +
  `most ${allowed}`;
const limited = (maxQuantity: number) => {
  const card = licenseCard(seat, { slabs: [{ rate: 5 }] });
  const license = (card.details as { licenseRateCard: object }).licenseRateCard;
  const config = { maxQuantity, maxQuantityBreachAction: 'DO_NOTHING' };
  return { ...card, details: { licenseRateCard: { ...license, config } } };
};

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-20T00:00:00Z');
  seat = (await sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
  planId = await publishPlan(sandbox, { name: 'Ten seats', cards: [limited(10)] });
  for (const account of ['acme', 'globex']) await openAccount(sandbox, account);
});

it('400 for more than the plan allows at any time from then on, and less is always possible', async () => {
  expect(await change('acme', '+11', '01-20')).toBe(11); // no plan yet
  await editTimeline(service.sandbox, 'acme', [
    { planId, from: '2030-02-01', until: '2030-03-01' },
    { planId, from: '2030-04-01' },
  ]);
  expect(await change('acme', '+1', '01-25')).toBe(rejected(12, '02-01'));
  expect(await change('acme', '=12', '01-20')).toBe(rejected(12, '02-01'));
  expect(await change('acme', '-0.5', '01-21')).toBe(10.5); // still more than ten
  expect(await change('acme', '=10', '02-01')).toBe(10);
  expect(await change('acme', '+3', '01-25')).toBe(13.5); // until February sets it
  expect(await change('acme', '+0.5', '02-10')).toBe(rejected(10.5, '02-10'));
  expect(await change('acme', '=4', '04-01')).toBe(4);
  expect(await change('acme', '+90', '03-01')).toBe(100); // no plan in March
  expect(await change('acme', '+7', '05-01')).toBe(rejected(11, '05-01'));
  expect(await change('acme', '+6', '05-01')).toBe(10);
  expect(await change('acme', '+1', '04-10')).toBe(rejected(11, '05-01')); // would shift May
});

it('400 by the card that the schedule has of its own', async () => {
  const { must } = service.sandbox;
  const edits = [
    { effectiveFrom: '2030-02-01', effectiveUntil: '9999-01-01', associationConfig: { pricePlanId: planId } },
  ];
  await must.post('/v2/accounts/globex/edit_schedules', { edits });
  const { data } = await must.get('/v2/accounts/globex/schedules?mode=DRAFT');
  const { details, ...card } = limited(20);
  const rateCard = { ...card, invoiceTiming: 'IN_ARREARS', rateCardDetails: details };
  const operations = [
    { actionType: 'UPDATE', rateCardName: 'card 1', rateCard: { ...rateCard, timing: undefined } },
  ];
  await must.post(`/v2/schedules/${data[0].id}/rate_cards`, { operations });
  await must.post('/v2/accounts/globex/finalize_schedules', {});
  expect(await change('globex', '+20', '02-01')).toBe(20);
  expect(await change('globex', '+1', '02-02')).toBe(rejected(21, '02-02', 20));
});
