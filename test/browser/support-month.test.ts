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

it('what a customer says on the telephone is found without a click', async () => {
  const page = await open();
  const found = async (term: string, option: RegExp, heading: string) => {
    await find(page, term, option);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  await found('paid@example.com', /Customer paid.*Customers/, 'Customer paid');
  // The account of this id, and not the customer whose id ends in it.
  await found('south', /Account south.*Accounts/, 'Account south');
  await found(world.paid.sequenceId, /Customer paid.*Invoices/, world.paid.sequenceId);
  await find(page, 'norht', /Why was “norht” not charged\?/);
  await page.getByText('No account has the ID or alias “norht”.').waitFor();
});

describe('what was not charged', () => {
  it('is explained, fixed and processed in 3 clicks, and taken back in 2, each with a preview', async () => {
    const page = await open('events/uncounted');
    const { click, take } = mouse(page);
    await page.getByText('2 events', { exact: true }).waitFor();
    await click(page.getByRole('link', { name: 'Show one' }));
    await page.getByText('“norht” belongs to no account').waitFor();
    const why = page.getByRole('region', { name: 'Why was this not charged?' });
    await why.getByText('2 events like this since Feb 2, 2030.').waitFor();
    // (4 + 6) × 2
    await why.getByText(/Counting 2 events would charge about.*20\.00/).waitFor();
    await click(page.getByRole('button', { name: 'Fix and reprocess' }));
    await page.getByText('2 events selected').waitFor();
    await click(page.getByRole('button', { name: 'Add alias and reprocess 2 events' }));
    await page.getByText('The alias was added.').waitFor();
    expect(take()).toBeLessThanOrEqual(3);
    await page.keyboard.press('Escape');
    await world.client.settle();
    // The page follows by itself.
    await page.getByText('This event was counted.').waitFor();
    await page.getByText('Feb 1 – 28, 2030 (UTC)').waitFor();
    await click(page.getByRole('button', { name: 'Revert' }));
    await page.getByRole('dialog').getByText('1 event selected').waitFor();
    await page.getByRole('dialog').getByRole('group', { name: 'Invoice' }).waitFor();
    await click(page.getByRole('dialog').getByRole('button', { name: 'Revert' }));
    await page.getByText('Reverted', { exact: true }).first().waitFor();
    expect(take()).toBeLessThanOrEqual(2);
  });

  it('a customer and a day are asked for in 2 clicks', async () => {
    const page = await open('customers/customer-north');
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Why not charged?' }));
    await click(page.getByLabel(/^Day/));
    await page.getByLabel(/^Day/).fill('2030-02-02');
    // One of the two was taken back by the test before.
    await page.getByText('1 event', { exact: true }).waitFor();
    await page.getByText('The event was reverted by a correction.').waitFor();
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

it('an invoice is mailed again in 2 clicks, and its payment link stands beside', async () => {
  const page = await open();
  const [{ id, sequenceId }] = world.open;
  // As the payment provider reports it.
  await world.client.must.post('/settings', {
    ...{ id: 'PAYMENT_LINK', name: 'Pay', namespace: 'INTEGRATION', dataType: 'STRING' },
    ...{ entityType: 'INVOICE', entityId: id, value: 'https://pay.example/1' },
  });
  const { click, take } = mouse(page);
  await find(page, sequenceId, /Customer owing/);
  await click(page.getByRole('button', { name: 'Send by email' }));
  const dialog = page.getByRole('dialog', { name: 'Send this invoice by email' });
  await dialog.getByText('https://pay.example/1').waitFor();
  await click(dialog.getByRole('button', { name: 'Send by email' }));
  await dialog.getByText('owing@example.com').waitFor();
  expect(take()).toBeLessThanOrEqual(2);
});

it('a note about a customer takes 2 clicks', async () => {
  const page = await open('customers/customer-paid');
  const { click, fill, take } = mouse(page);
  await click(page.getByRole('tab', { name: 'Notes' }));
  await fill(page.getByLabel('New note'), 'Asked for a refund of the outage.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('listitem').getByText('Asked for a refund of the outage.').waitFor();
  await page.getByRole('listitem').getByText('Sam Support').waitFor();
  expect(take()).toBeLessThanOrEqual(2);
});
