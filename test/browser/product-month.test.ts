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
    await world.client.settle();
    await page.getByText('4 accounts would move').waitFor();
    expect(take()).toBeLessThanOrEqual(3);
  });
});

it('revenue and margin by meter are a click from the reports', async () => {
  const page = await open('reports');
  const { click, take } = mouse(page);
  await click(page.getByRole('link', { name: /Revenue by meter/ }).first());
  await page.getByRole('heading', { level: 1, name: /Revenue by meter/ }).waitFor();
  expect(take()).toBeLessThanOrEqual(1);
});
