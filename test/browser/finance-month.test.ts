import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type MonthWorld, makeMonthWorld, mouse, openAs } from '#test/month-world.ts';
import type { Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

/** What a finance person does in a month, with the most clicks that each task takes. */
const service = useService();
const browser = useBrowser();
let world: MonthWorld;
let fay: Person;
beforeAll(async () => {
  world = await makeMonthWorld(service, 'finance-month');
  fay = await world.join('FINANCE', 'Fay Finance');
});

const tabs: OpenPage[] = [];
const open = async (person: Person, path = '') => {
  const tab = await openAs(browser, person, { ...world, path });
  tabs.push(tab);
  return tab.page;
};
afterEach(async () => {
  for (const tab of tabs.splice(0)) {
    expect(tab.errors).toEqual([]);
    await tab.close();
  }
});
const stateOf = async (id: string) => {
  const { status, paidAmount } = await world.client.must.get(`/invoices/${id}`);
  return `${status} ${paidAmount}`;
};

describe('somebody with the role FINANCE', () => {
  it('a bank line pays two invoices in 4 clicks', async () => {
    const page = await open(fay);
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Money', exact: true }));
    await click(page.getByRole('link', { name: 'Record payment' }));
    await click(page.getByLabel('Bank line'));
    const numbers = world.open.map(({ sequenceId }) => sequenceId).join(' ');
    await page.keyboard.insertText(`03.02.2030 CUSTOMER OWING ${numbers} 107,35 USD`);
    await click(page.getByRole('button', { name: 'Record $107.35' }));
    await page.waitForURL(/payments\/pay/);
    expect(take()).toBeLessThanOrEqual(4);
    expect(await Promise.all(world.open.map(({ id }) => stateOf(id)))).toEqual(['PAID 100.1', 'PAID 7.25']);
  });

  it('net terms are set in 4 clicks', async () => {
    const page = await open(fay);
    const { click, fill, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Settings', exact: true }));
    await click(page.getByRole('link', { name: 'Billing settings' }));
    await fill(page.getByLabel('Net terms, in days'), '30');
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByText('No unsaved changes').waitFor();
    expect(take()).toBeLessThanOrEqual(4);
  });
});
