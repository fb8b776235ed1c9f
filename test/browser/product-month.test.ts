import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type MonthWorld, makeMonthWorld, mouse, openAs } from '#test/month-world.ts';
import type { Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

/** What a product manager does in a month, with the most clicks that each task takes. */
const service = useService();
const browser = useBrowser();
let world: MonthWorld;
let petra: Person;
let plan: string;
beforeAll(async () => {
  world = await makeMonthWorld(service, 'product-month');
  petra = await world.join('PRODUCT_MANAGER', 'Petra Product');
  plan = (await world.client.must.get('/v2/price_plans')).data[0].id;
});

let tab: OpenPage;
const open = async (path = '') => {
  tab = await openAs(browser, petra, { ...world, path });
  return tab.page;
};
afterEach(async () => {
  expect(tab.errors).toEqual([]);
  await tab.close();
});

describe('the next version of a plan', () => {
  it('has another price after 5 clicks, and its difference and effect after 2 more', async () => {
    const page = await open();
    const { click, fill, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Catalog', exact: true }));
    await click(page.getByRole('row', { name: /plan/ }).last());
    await click(page.getByRole('link', { name: 'Edit calls' }));
    await fill(page.locator('[name="tiers.0.rate.USD"]'), '3');
    await click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Version 2').first().waitFor();
    expect(take()).toBeLessThanOrEqual(5);

    await click(page.getByRole('link', { name: 'Compare with version 1' }));
    await page.getByText('$3.00').first().waitFor();
    await click(page.getByRole('button', { name: 'Compute the effect' }));
    await page.waitForURL(/simulation=/);
    await world.client.settle();
    // 3 accounts used 3 units each: 3 × 3 × 1 more.
    await page.getByText('3 pay more, 0 less', { exact: false }).waitFor();
    await page.getByText('USD\u00a09.00').first().waitFor();
    expect(take()).toBeLessThanOrEqual(2);
  });

  it('has the price of a quantity beside its curve after 2 clicks', async () => {
    const page = await open(`plans/${plan}`);
    const { click, fill, take } = mouse(page);
    await click(page.getByRole('button', { name: 'Price curve' }).first());
    await fill(page.getByLabel('Price of a quantity'), '10');
    await page.getByText('$30.00', { exact: false }).first().waitFor();
    expect(take()).toBeLessThanOrEqual(2);
  });

  it('becomes active in 2 clicks, its migration is previewed in 3 and made in 2', async () => {
    const page = await open(`plans/${plan}`);
    const { click, take } = mouse(page);
    await click(page.getByRole('button', { name: 'Finalize' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Finalize' }));
    await page.getByText('Active', { exact: true }).first().waitFor();
    expect(take()).toBeLessThanOrEqual(2);

    await click(page.getByRole('link', { name: 'Compare with version 1' }));
    await click(page.getByRole('link', { name: 'Start migration' }));
    await click(page.getByRole('button', { name: 'Preview' }));
    await page.getByText('4 accounts would move').waitFor();
    await world.client.settle();
    // The last cycle of each, 10 + 3 × 2 before and 10 + 3 × 3 after
    await page.getByRole('row', { name: /north.*16\.00.*19\.00.*3\.00/ }).waitFor();
    expect(take()).toBeLessThanOrEqual(3);
    expect(await versionsOf('north')).toEqual([1]);

    await click(page.getByRole('button', { name: 'Move all 4 accounts' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Move all 4 accounts' }));
    await page.waitForURL(/migrations\/job/);
    await world.client.settle();
    await page.getByText('Completed').first().waitFor();
    expect(take()).toBeLessThanOrEqual(2);
    expect(await versionsOf('north')).toEqual([1, 2]);
  });
});

it('a copy of a plan is begun in 7 clicks', async () => {
  const page = await open();
  const { click, fill, take } = mouse(page);
  await click(page.getByRole('link', { name: 'Catalog', exact: true }));
  await click(page.getByRole('link', { name: 'New plan' }));
  await click(page.getByLabel('Start with'));
  await page.getByLabel('Start with').selectOption('A copy of a plan');
  await click(page.getByLabel('Plan to copy'));
  await page.keyboard.type('plan');
  await click(page.getByRole('listbox').getByRole('option', { name: 'plan' }).first());
  await fill(page.getByLabel('Name', { exact: true }), 'Team');
  await click(page.getByRole('button', { name: 'Create draft' }));
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.getByText('$3.00 / unit').waitFor();
  expect(take()).toBeLessThanOrEqual(7);
});

it('a plan is tried on the last cycles of all accounts in 7 clicks', async () => {
  const page = await open();
  const { click, fill, take } = mouse(page);
  await click(page.getByRole('link', { name: 'Catalog', exact: true }));
  await click(page.getByRole('link', { name: 'Simulator' }));
  await click(page.getByRole('link', { name: 'New simulation' }));
  await fill(page.getByLabel('Name', { exact: true }), 'Dearer calls');
  await click(page.getByRole('listitem', { name: 'Scenario A' }).getByLabel('Plan'));
  await page.keyboard.type('plan');
  await click(page.getByRole('listbox').getByRole('option', { name: 'plan' }).first());
  await click(page.getByRole('button', { name: 'Run' }));
  await page.waitForURL(/simulator\/sim/);
  await world.client.settle();
  // 3 × 3 × 1 more than the 58 of the last cycles
  await page.getByText('USD\u00a09.00').first().waitFor();
  await page.getByText('+15.5 %').waitFor();
  expect(take()).toBeLessThanOrEqual(7);
});

it('an alert on usage says how often it would have fired, and is created in 5 clicks', async () => {
  const page = await open('alerts');
  const { click, fill, take } = mouse(page);
  await click(page.getByRole('link', { name: 'New alert' }).first());
  await click(page.getByLabel('Meter'));
  await page.keyboard.type('calls');
  await click(page.getByRole('option', { name: 'calls' }));
  await fill(page.getByLabel('Threshold'), '2');
  await page.getByText('It would have fired 1 time.', { exact: true }).waitFor();
  await click(page.getByRole('button', { name: 'Create alert' }));
  await page.getByText('No incidents yet.').waitFor();
  expect(take()).toBeLessThanOrEqual(5);
  expect((await world.client.must.get('/alerts')).data).toHaveLength(1);
});

it('revenue and margin are two clicks from home', async () => {
  const page = await open();
  const { click, take } = mouse(page);
  for (const report of [/Revenue by meter/, /^Margin/]) {
    await click(page.getByRole('link', { name: 'Reports', exact: true }).first());
    await click(page.getByRole('link', { name: report }).first());
    await page.getByRole('heading', { level: 1, name: report }).waitFor();
    expect(take()).toBeLessThanOrEqual(2);
  }
});

it('the cost of a unit, for the margin, is set in 6 clicks', async () => {
  const page = await open('reports/view?template=MARGIN');
  const { click, fill, take } = mouse(page);
  await click(page.getByRole('link', { name: 'Unit costs' }));
  await click(page.getByRole('link', { name: 'calls', exact: true }));
  await click(page.getByRole('button', { name: 'Add cost' }));
  const cost = page.getByRole('listitem', { name: 'Cost 1' });
  await click(cost.getByLabel('From'));
  await cost.getByLabel('From').fill('2030-01-01');
  await fill(cost.getByLabel(/^Cost per/), '0.5');
  await click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('The unit costs are saved.').waitFor();
  expect(take()).toBeLessThanOrEqual(6);
  const [meter] = (await world.client.must.get('/usage_meters')).data;
  expect((await world.client.must.get(`/ext/v1/usage_meters/${meter.id}/costs`)).costs).toEqual([
    { effectiveFrom: '2030-01-01', unitCost: 0.5 },
  ]);
});

async function versionsOf(account: string): Promise<number[]> {
  const { data } = await world.client.must.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`);
  return data.map(({ version }: { version: number }) => version);
}
