import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { findViolations, type OpenPage, useBrowser } from '#test/browser.ts';
import { listenOnce } from '#test/open-stream.ts';
import { addPerson, type Person } from '#test/people.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let client: Client;
let person: Person;
let url: string;
let tab: OpenPage;
afterEach(() => tab?.close());

beforeAll(async () => {
  client = (await service.createOrganization('payment-journeys')).sandbox;
  person = await addPerson(service, { organization: 'payment-journeys' });
  url = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  await client.setClock('2030-01-10T00:00:00Z');
  for (const id of ['acme', 'granted', 'other']) await openAccount(client, id);
});

const open = async (path: string): Promise<Page> => {
  const cookie = { name: 'tallymark_session', value: person.cookie, url };
  tab = await browser.open(`${url}/console/sandbox/${path}`, { cookies: [cookie] });
  return tab.page;
};
const stateOf = async (id: string) => {
  const { status, paidAmount } = await client.must.get(`/invoices/${id}`);
  return `${status} ${paidAmount}`;
};

const press = async (page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> => {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press('Enter');
};

/** As from a spreadsheet or the site of a bank. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
}

describe('a bank line', () => {
  it('pays two invoices by keyboard alone', async () => {
    const bills = [await owe(client, 'acme', { amount: 100.1 }), await owe(client, 'acme', { amount: 7.25 })];
    await owe(client, 'acme', { amount: 50 });
    const page = await open('payments');
    await page.getByRole('link', { name: 'Record payment' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Record payment' }).waitFor();
    await page.getByLabel('Bank line').focus();
    await paste(
      page,
      `10.01.2030 CUSTOMER ACME RE ${bills[0].sequenceId} + ${bills[1].sequenceId} 107,35 USD`,
    );
    await page.getByRole('button', { name: 'Record $107.35' }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Record $107.35' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/payments\/pay/);
    await page.getByText('Recorded by').waitFor();
    expect(await Promise.all(bills.map(({ id }) => stateOf(id)))).toEqual(['PAID 100.1', 'PAID 7.25']);
    for (const { id } of bills) await page.locator(`main a[href$="/invoices/${id}"]`).waitFor();
    expect(tab.errors).toEqual([]);
  });

  it('is not needed on the way from an open invoice or from what a customer owes', async () => {
    await openAccount(client, 'direct');
    const bill = await owe(client, 'direct', { amount: 61.5 });
    const page = await open('receivables/customer/customer-direct');
    await press(page, 'link', 'Record payment');
    expect(await page.getByLabel('Bank line').inputValue()).toBe('Customer direct');
    await page.getByLabel('Amount').fill('61.5');
    await page.getByRole('button', { name: 'Record $61.50' }).waitFor();

    await page.goto(`${url}/console/sandbox/invoices/${bill.id}`);
    // Whose it is, is a click away.
    await page.getByRole('definition').getByRole('link', { name: 'direct' }).first().waitFor();
    await press(page, 'link', 'Record payment');
    await page.getByRole('button', { name: 'Record $61.50' }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
    // In two equal instalments, both with the number of the invoice for a line.
    for (const paid of ['PARTIALLY_PAID 30.75', 'PAID 61.5']) {
      await page.getByRole('textbox', { name: 'Amount' }).fill('30.75');
      await press(page, 'button', 'Record $30.75');
      await page.waitForURL(/payments\/pay/);
      expect(await stateOf(bill.id)).toBe(paid);
      await page.goto(`${url}/console/sandbox/invoices/${bill.id}`);
      if (paid.startsWith('PARTIALLY')) await press(page, 'link', 'Record payment');
    }
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Record payment' }).count()).toBe(0);
    expect(tab.errors).toEqual([]);
  });

  it('pays for two accounts in one action, the rest to a chosen one', async () => {
    for (const id of ['north', 'south']) await openAccount(client, id);
    const bills = [
      await owe(client, 'north', { amount: 20.1 }),
      await owe(client, 'south', { amount: 30.2 }),
    ];
    const page = await open('payments/new');
    await page.getByLabel('Bank line').focus();
    await paste(page, `12.01.2030 HOLDING ${bills[0].sequenceId} ${bills[1].sequenceId} 55,30 USD`);
    await page.getByRole('button', { name: 'Record $55.30' }).waitFor();
    await page.getByLabel('Overpayment goes to').selectOption({ label: 'Account south' });
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'button', 'Record $55.30');
    await page.waitForURL(/bank_line_id=/);
    await page.getByText('USD 35.20').first().waitFor(); // 30.2 and 5 more
    expect(await Promise.all(bills.map(({ id }) => stateOf(id)))).toEqual(['PAID 20.1', 'PAID 30.2']);
    expect((await client.must.get('/accounts/south/wallet')).balance).toBe(5);
    expect(tab.errors).toEqual([]);
  });

  it('shows where an overpayment goes, and is recorded once', async () => {
    const page = await open('payments/new');
    await page.getByLabel('Bank line').fill('11.01.2030 Customer acme 60.00');
    await page.getByText('More than the invoices need').waitFor();
    await page.getByRole('radio', { name: /^Wallet/ }).waitFor();
    expect(await page.getByRole('radio', { name: /^Wallet/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Record $60.00' }).click();
    await page.waitForURL(/payments\/pay/);
    await client.settle();
    const { balance } = await client.must.get('/accounts/acme/wallet');
    expect(balance).toBe(10);
    await page.goto(`${url}/console/sandbox/payments/new`);
    await owe(client, 'acme', { amount: 70 });
    await page.getByLabel('Bank line').fill('11.01.2030 Customer acme 60.00');
    await page.getByRole('button', { name: 'Record $60.00' }).click();
    await page.getByText(/is already recorded as payment/).waitFor();
    expect(await page.getByLabel('Bank line').inputValue()).toBe('11.01.2030 Customer acme 60.00');
  });

  it('without a match leads to the account that paid', async () => {
    const page = await open('payments/new');
    await page.getByLabel('Bank line').fill('12.01.2030 unknown sender 1.99');
    await page.getByText('No open invoice matches this line.').waitFor();
    await page.getByLabel('Account', { exact: true }).fill('acme');
    await page.getByRole('option', { name: /Account acme/ }).click();
    await page.getByRole('button', { name: 'Record $1.99' }).waitFor();
  });
});

describe('a credit note', () => {
  it('is previewed and issued from its invoice', async () => {
    const bill = await owe(client, 'acme', { amount: 80 });
    const page = await open(`invoices/${bill.id}`);
    await page.getByRole('link', { name: 'Credit note' }).click();
    await page.getByLabel('Reason').fill('Outage');
    await page.getByLabel('Amount to credit: Work').fill('90');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByText('Enter an amount above 0 and at most 80').waitFor();
    await page.getByLabel('Amount to credit: Work').fill('12.5');
    await page.getByText('Pays the invoice').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const issue = page.getByRole('button', { name: 'Issue credit note over $12.50' });
    await issue.waitFor();
    expect(await findViolations(page)).toEqual([]);
    const document = page.getByRole('region', { name: 'The credit note as it will be issued' });
    await document.getByText('USD -12.50').first().waitFor();
    const pdf = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open PDF in a new tab' }).click();
    expect((await pdf).url()).toMatch(/^blob:/);
    await issue.click();
    await page.waitForURL((address) => !address.pathname.includes(bill.id));
    await page.getByRole('heading', { level: 1, name: /^2030-/ }).waitFor();
    expect(await stateOf(bill.id)).toBe('PARTIALLY_PAID 12.5');
  });
});

describe('a charge on the next invoice', () => {
  it('is added, corrected and removed by keyboard alone', async () => {
    await openAccount(client, 'charged');
    const stored = async () =>
      (await client.must.get('/ext/v1/accounts/charged/miscellaneous_charges')).data.map(
        ({ name, value }: { name: string; value: string }) => `${name}: ${value}`,
      );
    const page = await open('accounts/charged?tab=invoices');
    await page.getByText('No charges are planned.').waitFor();
    await press(page, 'button', 'Edit charges');
    await press(page, 'button', 'Add charge');
    await page.keyboard.type('Late usage of January');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12,5x');
    await page.keyboard.press('Enter');
    await page.getByText('Enter an amount or JSON Logic').waitFor();
    await page.getByLabel('Amount in USD, or JSON Logic').fill('12.5');
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'button', 'Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Late usage of January' })
      .getByText('$12.50')
      .waitFor();
    expect(await stored()).toEqual(['Late usage of January: 12.5']);

    await press(page, 'button', 'Edit charges');
    await press(page, 'button', /^Remove/);
    await press(page, 'button', 'Save');
    await page.getByText('No charges are planned.').waitFor();
    expect(await stored()).toEqual([]);
    expect(tab.errors).toEqual([]);
  });
});

describe('a grant of credit', () => {
  it('is granted by keyboard, and the draft shows exactly the effect that was shown before', async () => {
    const draft = await draftOf(client, 'granted', [
      { id: 'work', value: 70 },
      { id: 'travel', value: 60 },
    ]);
    const page = await open('credits');
    await press(page, 'link', 'Grant credit');
    // The list has a field of this name, too.
    await page.getByRole('heading', { level: 1, name: 'Grant credit' }).waitFor();
    await page.getByRole('combobox', { name: 'Account' }).fill('Account granted');
    await page.getByRole('option', { name: /Account granted/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Purpose').fill('Goodwill');
    await page.getByLabel('Amount', { exact: true }).fill('100');
    await page.getByText('Current drafts take').waitFor();
    const effect = page.getByRole('region', { name: 'Effect on current drafts' });
    expect(await effect.textContent()).toContain(
      'work, paid by Goodwill$0.00$70.00travel, paid by Goodwill$0.00$30.00Amount due$130.00$30.00',
    );
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'button', 'Grant $100.00');
    await page.waitForURL(/credits\/cred/);
    await client.settle();
    expect((await client.must.get(`/invoices/${draft}`)).totalAmount).toBe(30);
    await page.reload();
    await page.getByRole('link', { name: 'Draft' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(tab.errors).toEqual([]);
  });

  it('is refused in a table with one bad row, which says why, and leaves nothing', async () => {
    const page = await open('credits/import');
    await page.getByLabel('Purpose of rows without one').fill('Outage');
    await page.getByLabel('Table').focus();
    await page.keyboard.insertText('account,amount\nother,10.50\nnobody,5\n');
    await page.getByText('One row cannot be granted').waitFor();
    const bad = page.getByRole('row', { name: /nobody/ });
    expect(await bad.textContent()).toMatch(/^3nobody.*Rejectedaccount nobody not found$/);
    expect(await page.getByRole('button', { name: /^Grant/ }).count()).toBe(0);
    expect((await client.must.get('/credits?account_id=other')).data).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Table').fill('account,amount\nother,10.50\nother,0.75\n');
    await press(page, 'button', 'Grant 2 credits');
    await page.getByRole('dialog').getByRole('button', { name: 'Grant 2 credits' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/credits$/);
    expect((await client.must.get('/credits?account_id=other')).data).toHaveLength(2);
    await page.goto(`${url}/console/sandbox/credits/import`);
    await page.getByLabel('Purpose of rows without one').fill('Outage');
    await page.getByLabel('Table').fill('account,amount\nother,10.50\nother,0.75\n');
    await page.getByText('All rows were granted before.').waitFor();
  });
});

describe('a wallet', () => {
  it('is topped up by keyboard, and its money is followed to the invoice and back', async () => {
    const bill = await owe(client, 'other', { amount: 80 });
    const page = await open('wallets?_search=Account%20other');
    await press(page, 'link', 'Account other');
    await press(page, 'button', 'Top up');
    await page.getByLabel('Amount').fill('100');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Amount due').waitFor();
    expect(await dialog.textContent()).toContain('Amount due$80.00$0.00');
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'button', 'Top up $100.00');
    await dialog.waitFor({ state: 'hidden' });
    await client.settle();
    await page.reload();
    await press(page, 'link', 'USD 100.00');
    await press(page, 'link', 'USD 80.00');
    await press(page, 'link', bill.sequenceId);
    await page.getByRole('heading', { level: 1, name: bill.sequenceId }).waitFor();
    await press(page, 'link', 'Money in the wallet');
    await press(page, 'link', /^Top-up, /);
    await page.getByText('USD 20.00').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(tab.errors).toEqual([]);
  });
});

describe('the journal', () => {
  it('leads from a day to its entries and to the record, by keyboard alone', async () => {
    await client.setClock('2030-02-10T00:00:00Z');
    const bill = await owe(client, 'acme', { amount: 33 });
    const page = await open('journal?from=2030-02-10');
    await page.getByRole('link', { name: 'USD 33.00' }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/journal\/lines\?.*account=RECEIVABLES/);
    await page.getByRole('heading', { level: 1, name: 'Entries' }).waitFor();
    await page.getByRole('cell', { name: 'Invoice issued' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.pathname.endsWith(`/invoices/${bill.id}`));
    expect(tab.errors).toEqual([]);
  });

  it('is written to a file by the service, by keyboard alone', async () => {
    const page = await open('journal?from=2030-02-10');
    await press(page, 'button', 'Write CSV file');
    await page.waitForURL(/\/reports\/rep/);
    await client.settle();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
    const [heading] = (await readFile(await download.path(), 'utf8')).split(/\r?\n/);
    expect(heading).toContain('"ledger_number","ledger_name","debit","credit"');
    expect(tab.errors).toEqual([]);
  });
});

describe('a statement of account', () => {
  it('ends with what the row of receivables shows, by keyboard alone', async () => {
    await owe(client, 'acme', { amount: 12.5 });
    const page = await open('receivables');
    await page.getByRole('link', { name: 'Customer acme' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'Statement USD' });
    await link.waitFor();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Closing balance').first().waitFor();
    const { data } = await client.must.get('/ext/v1/receivables?debtor_id=customer-acme');
    const owed = `USD ${data[0].outstandingAmount.toFixed(2)}`;
    await page.locator('dl', { hasText: 'Closing balance' }).getByText(owed, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show PDF' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open PDF' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(tab.errors).toEqual([]);
  });

  it('is mailed to a chosen contact in German, by keyboard alone', async () => {
    await owe(client, 'granted', { amount: 30 });
    await client.must.post('/customers/customer-granted/contacts', {
      ...{ name: 'Ann', email: 'ann@granted.example' },
    });
    const page = await open('statement?customer_id=customer-granted&currency=USD&language=de');
    await press(page, 'button', 'Send by mail');
    const dialog = page.getByRole('dialog', { name: 'Send statement by mail' });
    await dialog.getByText('im Anhang finden Sie Ihren Kontoauszug').waitFor();
    await dialog.getByRole('button', { name: 'Add Ann' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Message').focus();
    await page.keyboard.insertText('Bitte zahlen Sie bis Freitag.');
    await dialog.getByRole('region', { name: 'Preview' }).getByText('Bitte zahlen Sie').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText(/would have gone to|on its way to/).waitFor();
    await dialog.getByText('ann@granted.example').waitFor();
    const { data } = await client.must.get('/ext/v1/mails?customer_id=customer-granted');
    expect(data).toHaveLength(1);
    expect(data[0].to.at(-1)).toBe('ann@granted.example');
    const { text } = await client.must.get(`/ext/v1/mails/${data[0].id}`);
    expect(text).toContain('Bitte zahlen Sie bis Freitag.\n');
    expect(tab.errors).toEqual([]);
  });
});
