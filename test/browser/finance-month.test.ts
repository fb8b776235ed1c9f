import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { computeReviews } from '#test/draft-review-scenario.ts';
import { find, type MonthWorld, makeMonthWorld, mouse, openAs } from '#test/month-world.ts';
import type { Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

/** What a finance person does in a month, with the most clicks that each task takes. */
const service = useService();
const browser = useBrowser();
let world: MonthWorld;
let fay: Person;
let bob: Person;
beforeAll(async () => {
  world = await makeMonthWorld(service, 'finance-month');
  fay = await world.join('FINANCE', 'Fay Finance');
  bob = await world.join('FINANCE', 'Bob Finance');
});

const tabs: OpenPage[] = [];
const open = async (person: Person, path = '') => {
  const tab = await openAs(browser, person, { ...world, path });
  tabs.push(tab);
  return tab.page;
};
afterEach(async () => {
  for (const tab of tabs.splice(0)) {
    expect(tab.errors.filter((error) => !/status of (?:404|409)/.test(error))).toEqual([]);
    await tab.close();
  }
});
const stateOf = async (id: string) => {
  const { status, paidAmount } = await world.client.must.get(`/invoices/${id}`);
  return `${status} ${paidAmount}`;
};

describe('the month close', () => {
  it('takes 9 clicks, one draft held back with a reason, and 4 of a second approver', async () => {
    const page = await open(fay);
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: '4 drafts are ready for a bill run' }));
    await page.getByText(/^Computing drafts/).waitFor();
    await computeReviews(service);
    await page.getByText('4 rows').waitFor();
    await click(page.getByRole('link', { name: 'Start bill run' }));
    await click(page.getByRole('button', { name: 'Create and check' }));
    await page.getByText(/^Checking drafts/).waitFor();
    await computeReviews(service);
    await click(page.getByRole('row', { name: /Customer east/ }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Hold back' }));
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.keyboard.type('The customer disputes the usage');
    const sent = page.getByRole('button', { name: 'Hold back 1 draft' });
    await click(sent);
    await page.getByText('Held back', { exact: true }).last().waitFor();
    // Escape closes the dialog above, which asked for the reason, if that is still open.
    await sent.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(/^1 held back/).waitFor();
    await click(page.getByRole('link', { name: 'Continue' }));
    // 2 × 16 + 10
    await page.getByText('Finalize 3 invoices: USD\u00a042.00').waitFor();
    await click(page.getByLabel(/^Type /));
    await page.keyboard.type('Finalize 3 invoices');
    await click(page.getByRole('button', { name: 'Confirm' }));
    // Takes the place of the notice that it was sent.
    await page.getByText('Waiting for approval: Bill run of 3 invoices').waitFor();
    await page.getByText('It can be approved by').waitFor();
    expect(take()).toBeLessThanOrEqual(9);
    // Nothing was issued by one person alone.
    expect((await world.client.must.get('/invoices?status=DUE')).data).toHaveLength(2);

    const theirs = await open(bob);
    const second = mouse(theirs);
    await second.click(theirs.getByRole('link', { name: '1 request waits for approval' }));
    await second.click(theirs.getByRole('row', { name: /Bill run.*42\.00.*Fay Finance/ }));
    await theirs.getByRole('heading', { level: 1, name: 'Bill run of 3 invoices' }).waitFor();
    await theirs.getByRole('link', { name: 'Open bill run' }).waitFor();
    const effects = theirs.getByRole('listitem').filter({ hasText: 'Issue invoice' });
    await effects.filter({ hasText: 'Account north' }).waitFor();
    // What is held back is not approved.
    expect((await effects.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')).sort()).toEqual([
      'Issue invoice Record Draft invoice Account Account idle $10.00',
      'Issue invoice Record Draft invoice Account Account north $16.00',
      'Issue invoice Record Draft invoice Account Account south $16.00',
    ]);
    await second.click(theirs.getByRole('button', { name: 'Approve' }));
    await second.click(theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }));
    await theirs.getByText('Decided by').waitFor();
    expect(second.take()).toBeLessThanOrEqual(4);
    await world.client.settle();
    await page.reload();
    await page.getByText('Completed').first().waitFor();
    expect(await figure(page, 'Issued').textContent()).toBe('USD\u00a042.00');
  });
});

describe('receivables', () => {
  it('who owes is a click away, and the invoice two more', async () => {
    const page = await open(fay);
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Money', exact: true }));
    // 107.35 and what the bill run has issued
    await page.getByRole('row', { name: /^Total USD\s149\.35/ }).waitFor();
    await click(page.getByRole('link', { name: 'Customer owing' }));
    await click(page.getByRole('link', { name: world.open[0].sequenceId }).first());
    await page.getByRole('heading', { level: 1, name: world.open[0].sequenceId }).waitFor();
    expect(take()).toBeLessThanOrEqual(3);
  });

  it('a bank line pays two invoices in 4 clicks, and shows where the rest went', async () => {
    const page = await open(fay);
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Money', exact: true }));
    await click(page.getByRole('link', { name: 'Record payment' }));
    await click(page.getByLabel('Bank line'));
    const numbers = world.open.map(({ sequenceId }) => sequenceId).join(' ');
    await page.keyboard.insertText(`03.02.2030 CUSTOMER OWING ${numbers} 120,00 USD`);
    await click(page.getByRole('button', { name: 'Record $120.00' }));
    await page.waitForURL(/payments\/pay/);
    expect(take()).toBeLessThanOrEqual(4);
    const parts = page.getByRole('listitem').filter({ hasText: '$' });
    // 120 - 100.10 - 7.25
    await parts.filter({ hasText: /Wallet.*\$12\.65/s }).waitFor();
    expect(await parts.count()).toBe(3);
    await figure(page, 'Recorded by').getByText('Fay Finance').waitFor();
    expect(await Promise.all(world.open.map(({ id }) => stateOf(id)))).toEqual(['PAID 100.1', 'PAID 7.25']);
  });

  it('a credit note over an invoice is found, previewed and issued in 5 clicks', async () => {
    const page = await open(fay);
    const { click, fill, take } = mouse(page);
    const [, { id, sequenceId }] = world.open;
    await find(page, sequenceId, new RegExp(`${sequenceId} · Customer owing`));
    await click(page.getByRole('link', { name: 'Credit note' }));
    await fill(page.getByLabel('Reason'), 'The work was late');
    await click(page.getByRole('button', { name: 'Credit everything' }));
    await page.getByText('To the wallet').waitFor();
    await click(page.getByRole('button', { name: 'Review' }));
    await page.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
    await click(page.getByRole('button', { name: 'Issue credit note over $7.25' }));
    await page.waitForURL((url) => url.pathname.includes('/invoices/') && !url.pathname.includes(id));
    expect(take()).toBeLessThanOrEqual(5);
    // 12.65 + 7.25
    await expect.poll(async () => (await world.client.must.get('/accounts/owing/wallet')).balance).toBe(19.9);
    expect(await stateOf(id)).toBe('PAID 7.25');
  });

  it('the statement and the journal are two clicks away, and end with the receivables', async () => {
    const page = await open(fay, 'accounts/owing');
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Statement USD' }));
    await figure(page, 'Closing balance').getByText('USD\u00a00.00').waitFor();
    await click(page.getByRole('button', { name: 'Show PDF' }));
    await page.getByRole('region', { name: 'Statement as PDF' }).getByText('Account owing').waitFor();
    expect(take()).toBeLessThanOrEqual(2);
    await click(page.getByRole('link', { name: 'Money', exact: true }));
    await page.getByRole('row', { name: /^Total USD\s42\.00/ }).waitFor();
    await click(page.getByRole('link', { name: 'Journal' }));
    await figure(page, 'Closing balance').getByText('USD\u00a042.00').waitFor();
    const download = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'Export as CSV' }).first());
    const lines = await linesOf(await download);
    expect(lines.filter((line) => line.includes('Accounts receivable'))).toHaveLength(1);
    expect(take()).toBeLessThanOrEqual(3);
  });
});

it('the address of the seller is set in 7 clicks, and the setup checklist follows', async () => {
  const page = await open(fay);
  const { click, fill, take } = mouse(page);
  await click(page.getByRole('link', { name: 'Settings', exact: true }));
  const item = page.getByRole('listitem').filter({ hasText: /^Address/ });
  await item.filter({ hasText: 'Open' }).waitFor();
  await fill(page.getByLabel('Street', { exact: true }), '1 Main Street');
  await fill(page.getByLabel('Postal code'), '12345');
  await fill(page.getByLabel('City'), 'Springfield');
  await fill(page.getByLabel('Country code'), 'US');
  await fill(page.getByLabel('Email for replies'), 'billing@acme.example');
  await click(page.getByRole('button', { name: 'Save' }));
  await item.filter({ hasText: 'Done' }).waitFor();
  expect(take()).toBeLessThanOrEqual(7);
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

async function linesOf(download: Download): Promise<string[]> {
  return (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1);
}

function figure(page: Page, label: string): Locator {
  return page.locator(`dt:text-is("${label}") + dd`);
}
