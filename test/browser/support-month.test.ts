import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { find, type MonthWorld, makeMonthWorld, mouse, openAs } from '#test/month-world.ts';
import type { Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

/** What a support person does in a month, with the most clicks that each task takes. */
const service = useService();
const browser = useBrowser();
let world: MonthWorld;
let sam: Person;
beforeAll(async () => {
  world = await makeMonthWorld(service, 'support-month');
  sam = await world.join('SUPPORT', 'Sam Support');
});

let tab: OpenPage;
const open = async (path = '') => {
  tab = await openAs(browser, sam, { ...world, path });
  return tab.page;
};
afterEach(async () => {
  expect(tab.errors.filter((error) => !/status of (?:404|409)/.test(error))).toEqual([]);
  await tab.close();
});

it.each([
  ['paid@example.com', /Customer paid.*Customers/, 'Customer paid'],
  ['south', /Account south.*Accounts/, 'Account south'],
])('a customer says %s: found without a click', async (term, option, heading) => {
  const page = await open();
  await find(page, term, option);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
});

it('a customer names an account that nobody knows: the search leads to its events', async () => {
  const page = await open();
  await find(page, 'nroth', /Why was “nroth” not charged\?/);
  await page.getByText('No account has the ID or alias “nroth”.').waitFor();
});

describe('what was not charged', () => {
  it('is explained, fixed and processed in 3 clicks, and taken back in 2, each with a preview', async () => {
    const page = await open('events/uncounted');
    const { click, take } = mouse(page);
    await page.getByText('2 events', { exact: true }).waitFor();
    await click(page.getByRole('link', { name: 'Show one' }));
    await page.getByText('“nroth” belongs to no account').waitFor();
    await page.getByText('2 events like this since').waitFor();
    await click(page.getByRole('button', { name: 'Fix and reprocess' }));
    await page.getByText('2 events selected').waitFor();
    await click(page.getByRole('button', { name: 'Add alias and reprocess 2 events' }));
    await page.getByText('The alias was added.').waitFor();
    expect(take()).toBeLessThanOrEqual(3);
    await page.keyboard.press('Escape');
    await world.client.settle();
    // The page follows by itself.
    await page.getByText('This event was counted.').waitFor();
    await click(page.getByRole('button', { name: 'Revert' }));
    await page.getByRole('dialog').getByText('1 event selected').waitFor();
    await page.getByRole('dialog').getByRole('table', { name: 'Invoices' }).waitFor();
    await click(page.getByRole('dialog').getByRole('button', { name: 'Revert' }));
    await page.getByText('Reverted', { exact: true }).first().waitFor();
    expect(take()).toBeLessThanOrEqual(2);
  });

  it('a zero is explained in 3 clicks', async () => {
    const page = await open('accounts/idle?tab=invoices');
    const { click, take } = mouse(page);
    await click(page.getByRole('row', { name: /Draft/ }).last());
    await click(page.getByRole('link', { name: '$0.00' }).first());
    await page.getByText('No event of this account arrived for this meter.').waitFor();
    expect(take()).toBeLessThanOrEqual(3);
  });
});

it('a refund is asked for in 3 clicks, and waits for a second person', async () => {
  const page = await open();
  const { click, fill, take } = mouse(page);
  await find(page, world.paid.sequenceId, /Customer paid/);
  await click(page.getByRole('button', { name: 'Refund' }));
  const dialog = page.getByRole('dialog', { name: 'Refund this invoice' });
  await dialog.getByText('To be paid back by you').waitFor();
  await fill(dialog.getByLabel('Reason'), 'Outage in February');
  await click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.getByText('Sent for approval').waitFor();
  expect(take()).toBeLessThanOrEqual(3);
  expect((await world.client.must.get(`/invoices/${world.paid.id}`)).status).toBe('PAID');
});

it('a note about a customer takes 2 clicks', async () => {
  const page = await open('customers/customer-paid');
  const { click, fill, take } = mouse(page);
  await click(page.getByRole('tab', { name: 'Notes' }));
  await fill(page.getByLabel('New note'), 'Asked for a refund of the outage.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('listitem').getByText('Asked for a refund of the outage.').waitFor();
  expect(take()).toBeLessThanOrEqual(2);
});
