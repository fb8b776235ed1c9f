import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { json } from '#platform/db/json.ts';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { runImports } from '#test/import-scenario.ts';
import { issueManual, mailsOf, openReader } from '#test/mail-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { addPerson, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const browser = useBrowser();
const sink = useMailSink();
let person: Person;
let url: string;
let tab: OpenPage;
afterEach(() => tab?.close());

beforeAll(async () => {
  await service.sandbox.setClock('2030-02-01T00:00:00Z');
  person = await addPerson(service, { organization: 'default' });
  url = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
});

const open = async (path: string): Promise<Page> => {
  const cookie = { name: 'tallymark_session', value: person.cookie, url };
  tab = await browser.open(`${url}/console/sandbox/${path}`, { cookies: [cookie] });
  return tab.page;
};

/** By keyboard: the last one of that name, which is the one of a dialog if there is one. */
const press = async (page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> => {
  await page.getByRole(role, { name, exact: true }).last().focus();
  await page.keyboard.press('Enter');
};

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('a mail that the server refused', () => {
  it('is found from its invoice, shown without running its text, and sent again', async () => {
    const { sandbox } = service;
    const name = 'Acme <img src=x onerror="globalThis.hit=1">';
    const invoice = await issueManual(sandbox, await openReader(sandbox, { name }));
    await issueManual(sandbox, await openReader(sandbox));
    sink.toRecipient = () => '550 no such user';
    await mailAt(service, soon(), { smtpUrl: sink.url });
    sink.toRecipient = () => null;
    const page = await open(`invoices/${invoice.id}`);
    await press(page, 'link', 'Mails');
    await page.getByText(`Invoice ${invoice.id}`).waitFor();
    const subject = `[Sandbox] Invoice ${invoice.sequenceId} from default`;
    await page.getByRole('link', { name: subject }).waitFor();
    // Only of this invoice; the other one was refused as well.
    expect(await page.getByText('pay@acme.example').count()).toBe(1);
    await tab.settled();
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await heading(page, subject);
    await page.getByText('This mail was not delivered').waitFor();
    await page.getByText('550 no such user').last().waitFor();
    await page.getByText(name).first().waitFor();
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    await press(page, 'button', 'Resend');
    await page.getByText('1 recipient gets it again: pay@acme.example').waitFor();
    await press(page, 'button', 'Resend');
    await page.getByText('Queued', { exact: true }).waitFor();
    await mailAt(service, soon(), { smtpUrl: sink.url });
    // The page follows it by itself.
    await page.getByText('Sent', { exact: true }).waitFor();
    await page.getByText('Accepted: pay@acme.example').waitFor();
    expect((await mailsOf(sandbox, invoice.id))[0].status).toBe('SENT');
    expect(tab.errors).toEqual([]);
  });
});

describe('a file of customers', () => {
  it('is checked, imported from its check, and its rejected rows say why', async () => {
    const page = await open('imports');
    await press(page, 'link', 'Import a file');
    await heading(page, 'Import a file');
    await press(page, 'button', 'Check without importing');
    await page.getByText('Choose a file', { exact: true }).waitFor();
    const csv = 'Customer No;Name;E-mail;City\nk1;"Acme; Berlin";pay@k1.example;Berlin\nk2;Bad;nobody;Rome\n';
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.getByLabel('CSV file').setInputFiles(file);
    // The names of two columns are members; the others are assigned.
    const column = (name: string) => page.getByLabel(`Column “${name}”`);
    expect(await column('Name').inputValue()).toBe('name');
    expect(await column('City').inputValue()).toBe('address.city');
    expect(await column('Customer No').inputValue()).toBe('');
    await column('Customer No').focus();
    await page.keyboard.type('name');
    await press(page, 'button', 'Check without importing');
    await page.getByText('Another column is assigned to this member').waitFor();
    await column('Customer No').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('id');
    await column('E-mail').focus();
    await page.keyboard.type('primaryEmail');
    await press(page, 'button', 'Check without importing');
    await heading(page, 'Customers · Check only');
    await runImports(service);
    await page.getByText('1 row would be rejected').waitFor();
    await page.getByText(/primaryEmail: /).waitFor();
    expect((await service.sandbox.get('/customers/k1')).status).toBe(404);
    await press(page, 'button', 'Import this file');
    await page.getByText('1 row that was rejected is skipped.').waitFor();
    await press(page, 'button', 'Import this file');
    await heading(page, 'Customers · Import');
    await runImports(service);
    await page.getByText('2 of 2 rows').waitFor();
    expect(await service.sandbox.must.get('/customers/k1')).toMatchObject({
      ...{ name: 'Acme; Berlin', primaryEmail: 'pay@k1.example', address: { city: 'Berlin' } },
    });
    expect((await service.sandbox.get('/customers/k2')).status).toBe(404);
    expect(tab.errors).toEqual([]);
  });
});

describe('a payment provider', () => {
  it('is added with a secret that is shown once, and so is the next secret', async () => {
    const page = await open('settings/payment-providers');
    await press(page, 'link', 'Add provider');
    await page.getByLabel('Simulation').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Name').fill('Trial');
    await page.getByLabel('Result of each request').selectOption('REFUSE');
    await page.getByLabel('Countries').fill('DE, XX');
    await press(page, 'button', 'Add provider');
    await page.getByText('XX is not the two-letter code of a country').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Trial');
    await page.getByLabel('Countries').fill('de');
    await press(page, 'button', 'Add provider');
    const first = await page.getByRole('region', { name: 'Secret' }).textContent();
    expect(first).toMatch(/^whsec_/);
    await press(page, 'link', 'Open provider');
    await heading(page, 'Trial');
    await page.getByText('All other countries').waitFor();
    expect(await page.getByText('whsec_').count()).toBe(0);
    await press(page, 'button', 'Rotate secret');
    await page.getByText('The previous secret stays valid for 24 hours').waitFor();
    await press(page, 'button', 'Rotate secret');
    const second = await page.getByRole('region', { name: 'Secret' }).textContent();
    expect([second?.startsWith('whsec_'), second === first]).toEqual([true, false]);
    await page.keyboard.press('Escape');
    const { data } = await service.sandbox.must.get('/ext/v1/payment_providers');
    expect(data).toMatchObject([{ name: 'Trial', behaviour: 'REFUSE', countries: ['DE'], isDefault: true }]);
    expect(tab.errors).toEqual([]);
  });
});

/** A draft as a hook leaves it that refuses it; the hook itself is not called. */
async function refusedDraft(): Promise<string> {
  const { sandbox } = service;
  const accountId = await openReader(sandbox);
  const { id } = await sandbox.must.post('/invoices', {
    ...{ accountId, status: 'DRAFT', lineItems: [{ description: 'Work', value: 10 }] },
    ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
  });
  const info = [{ type: 'FINALIZATION_FAILED', value: 'TAX refused: unknown address' }];
  await asSandbox(service, (tx, org) =>
    tx
      .updateTable('invoices')
      .set({ info: json(info), autoAdvance: false })
      .where('orgId', '=', org.orgId)
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

describe('a finalization hook', () => {
  it('is set up, changed and removed, and a draft that it refused can be tried again', async () => {
    const page = await open('settings/finalization-hooks');
    await page.getByRole('button', { name: 'Set up' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'URL' }).focus();
    await page.keyboard.type('tax.example.com');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a URL that starts with https://').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill('https://tax.example.com/');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('region', { name: 'Secret' }).textContent()).toMatch(/^whsec_/);
    await page.keyboard.press('Escape');
    await page.getByText('https://tax.example.com/').waitFor();
    expect(await page.getByText('whsec_').count()).toBe(0);
    await press(page, 'button', 'Change URL');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://tax.example.com/v2');
    await page.keyboard.press('Enter');
    await page.getByText('https://tax.example.com/v2').waitFor();
    const draft = await refusedDraft();
    await page.goto(`${url}/console/sandbox/settings/finalization-hooks`);
    const row = page.locator(`a[href$="/invoices/${draft}"]`);
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByText('TAX refused: unknown address').waitFor();
    await press(page, 'button', 'Try to issue again');
    await page.getByText('The finalization hooks are asked again.').waitFor();
    await press(page, 'button', 'Try to issue again');
    await page.getByText('This invoice is being issued').waitFor();
    await page.goto(`${url}/console/sandbox/settings/finalization-hooks`);
    await page.getByText('No hook has refused an invoice.').waitFor();
    await page.getByRole('tab', { name: 'Wait for a hook' }).click();
    await row.waitFor();
    await press(page, 'button', 'Remove');
    await page.getByText('Invoices that wait for its response continue without it.').waitFor();
    await press(page, 'button', 'Remove');
    // What is behind a dialog has no roles: it has to close first.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Change URL' }).waitFor({ state: 'detached' });
    expect((await service.sandbox.must.get('/ext/v1/finalization_hooks/TAX')).url).toBeUndefined();
    expect(tab.errors).toEqual([]);
  });
});
