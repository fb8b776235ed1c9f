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
    expect(tab.errors.filter((error) => !/status of 409/.test(error))).toEqual([]);
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
    await click(page.getByRole('button', { name: 'Hold back 1 draft' }));
    await page.getByText('Held back', { exact: true }).last().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^1 held back/).waitFor();
    await click(page.getByRole('link', { name: 'Continue' }));
    // 2 × 16 + 10
    await page.getByText('Finalize 3 invoices: USD\u00a042.00').waitFor();
    await click(page.getByLabel(/^Type /));
    await page.keyboard.type('Finalize 3 invoices');
    await click(page.getByRole('button', { name: 'Confirm' }));
    await page.getByText('Sent for approval').waitFor();
    expect(take()).toBeLessThanOrEqual(9);

    const theirs = await open(bob);
    const second = mouse(theirs);
    await second.click(theirs.getByRole('link', { name: '1 request waits for approval' }));
    await second.click(theirs.getByRole('row', { name: /Fay Finance/ }));
    // What is held back is not approved.
    await theirs.getByText('$42.00').first().waitFor();
    await second.click(theirs.getByRole('button', { name: 'Approve' }));
    await second.click(theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }));
    await theirs.getByText('Decided by').waitFor();
    expect(second.take()).toBeLessThanOrEqual(4);
    await world.client.settle();
    await page.reload();
    await page.getByText('Completed').first().waitFor();
    const issued = page.locator('dt:text-is("Issued") + dd');
    expect(await issued.textContent()).toBe('USD\u00a042.00');
  });
});

describe('receivables', () => {
  it('a bank line pays two invoices in 4 clicks', async () => {
    const page = await open(fay);
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Receivables' }));
    await click(page.getByRole('link', { name: 'Record payment' }));
    await click(page.getByLabel('Bank line'));
    const numbers = world.open.map(({ sequenceId }) => sequenceId).join(' ');
    await page.keyboard.insertText(`03.02.2030 CUSTOMER OWING ${numbers} 107,35 USD`);
    await click(page.getByRole('button', { name: 'Record $107.35' }));
    await page.waitForURL(/payments\/pay/);
    expect(take()).toBeLessThanOrEqual(4);
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
    await click(page.getByRole('button', { name: 'Issue credit note over $7.25' }));
    await page.getByText(`${sequenceId}`).first().waitFor();
    expect(take()).toBeLessThanOrEqual(5);
    await expect.poll(async () => (await world.client.must.get('/accounts/owing/wallet')).balance).toBe(7.25);
    expect(await stateOf(id)).toBe('PAID 7.25');
  });

  it('the journal is exported in 2 clicks, and moves receivables as the statements do', async () => {
    const page = await open(fay);
    const { click, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Journal' }));
    await page.getByRole('row').nth(1).waitFor();
    const download = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'Export as CSV' }).first());
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    expect(take()).toBeLessThanOrEqual(2);
  });

  it('net terms are set in 3 clicks', async () => {
    const page = await open(fay);
    const { click, fill, take } = mouse(page);
    await click(page.getByRole('link', { name: 'Billing settings' }));
    await fill(page.getByLabel('Net terms, in days'), '30');
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByText('No unsaved changes').waitFor();
    expect(take()).toBeLessThanOrEqual(3);
  });
});
