import type { Page, Route } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type MonthWorld, makeMonthWorld, openAs } from '#test/month-world.ts';
import type { Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

/** Whatever stops a write, the form says which it was, and has every letter when the next try succeeds. */
const service = useService();
const browser = useBrowser();
let world: MonthWorld;
let person: Person;
beforeAll(async () => {
  world = await makeMonthWorld(service, 'failed-writes');
  person = await world.join('ADMINISTRATOR', 'Ada Admin');
});

let tab: OpenPage;
afterEach(() => tab?.close());

/** What the service or the way to it does, and the words that only this failure has. */
const FAILURES: readonly [name: string, words: string, fail: (route: Route) => Promise<void>][] = [
  ['a lost connection', 'The service cannot be reached', (route) => route.abort('connectionrefused')],
  ['a 503', 'The service is busy', (route) => answer(route, 503, 'NOT_READY')],
  ['a 409', 'This record has changed', (route) => answer(route, 409, 'CONCURRENT_CHANGE')],
];

function answer(route: Route, status: number, code: string): Promise<void> {
  return route.fulfill({
    status,
    headers: { 'content-type': 'application/json', 'error-code': code },
    body: JSON.stringify({ message: 'as told by the test' }),
  });
}

const FORMS: readonly [path: string, label: string, text: string, button: string, done: string | RegExp][] = [
  ['customers/customer-paid?tab=notes', 'New note', 'It took minutes to write', 'Add note', 'Ada Admin'],
  ['accounts/paid?tab=settings', 'Payment terms', '45', 'Save', 'No unsaved changes'],
  ['customers/customer-paid?tab=details', 'Name', 'Paid and renamed', 'Save', 'No unsaved changes'],
];

describe.each(FORMS)('%s', (path, label, text, button, done) => {
  it('keeps what was typed through each failure, and sends it afterwards', async () => {
    tab = await openAs(browser, person, { ...world, path });
    const { page } = tab;
    const field = page.locator('main').getByLabel(label, { exact: true });
    await field.fill(text);
    for (const [name, words, fail] of FAILURES) {
      await stop(page, fail);
      await send(page, button);
      await page.getByText(words).waitFor();
      expect([name, await field.inputValue()]).toEqual([name, text]);
      await page.unrouteAll();
    }
    await send(page, button);
    await page.locator('main').getByText(done).first().waitFor();
  });

  it('asks for the password when the session has ended, and keeps what was typed', async () => {
    tab = await openAs(browser, person, { ...world, path });
    const { page } = tab;
    const field = page.locator('main').getByLabel(label, { exact: true });
    await field.fill(`${text}5`);
    await stop(page, (route) => answer(route, 401, 'UNAUTHENTICATED'));
    await send(page, button);
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    expect(await field.inputValue()).toBe(`${text}5`);
  });
});

/** Lets a failure meet every request that changes something; what the page reads goes on. */
function stop(page: Page, fail: (route: Route) => Promise<void>): Promise<unknown> {
  return page.route('**/*', (route) => (route.request().method() === 'GET' ? route.continue() : fail(route)));
}

async function send(page: Page, button: string): Promise<void> {
  await page.locator('main').getByRole('button', { name: button, exact: true }).click();
}
