import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

// A prorated fee of 50: every full cycle costs 50, whether it has 28, 29, 30 or 31 days.
test.each([
  // day of month  from           borders
  ['LAST', '2030-01-31', ['2030-01-31', '2030-02-28', '2030-03-31', '2030-04-30', '2030-05-31']],
  ['31', '2030-01-31', ['2030-01-31', '2030-02-28', '2030-03-31', '2030-04-30', '2030-05-31']],
  ['30', '2030-01-30', ['2030-01-30', '2030-02-28', '2030-03-30', '2030-04-30', '2030-05-30']],
  ['29', '2032-01-29', ['2032-01-29', '2032-02-29', '2032-03-29', '2032-04-29', '2032-05-29']], // leap year
  ['28', '2030-01-28', ['2030-01-28', '2030-02-28', '2030-03-28', '2030-04-28', '2030-05-28']],
])('monthly on day %s from %s', async (day, from, borders) => {
  const { sandbox } = await service.createOrganization(`day-${day}`);
  await sandbox.setClock(`${from}T00:00:00Z`);
  const addOn = await sellFee(sandbox, 'Fee');
  const fee = { rate: 50, isProrated: true };
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    day,
    cards: [{ type: 'FIXED_FEE', billableId: addOn, fee }],
  });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plan, from }]);
  await sandbox.setClock(`${borders.at(-1)}T00:00:00Z`);
  const issued = (await listInvoices(sandbox, 'one')).filter(({ status }) => status !== 'DRAFT');
  expect(issued.map(lineOf)).toEqual(
    borders.slice(1).map((end, index) => `${borders[index]} to ${end} DUE 50`),
  );
});
