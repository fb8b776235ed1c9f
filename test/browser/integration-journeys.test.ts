import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { issueManual, mailsOf, openReader } from '#test/mail-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
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
