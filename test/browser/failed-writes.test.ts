import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { PASSWORD } from '#test/people.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

/*
 * Whatever stops a write, the form says which of these it was, and has every letter when it is sent again:
 * the form of a customer, the editor of a rate card, and a payment.
 */
const service = useService();
const browser = useBrowser();
let world: ConsoleWorld;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'failed-writes');
});

let tab: OpenPage;
afterEach(() => tab?.close());

interface Written {
  path: string;
  /** The field that is typed into, and what it has then. */
  fieldOf(page: Page): Locator;
  text: string;
  /** The name of the button that sends. */
  send: string;
  /** Somebody else does the same meanwhile; the words that say so. */
  conflict(): Promise<unknown>;
  conflictWords: string;
  /** What is stored in the end. */
  stored(): Promise<unknown>;
}

const writeCustomer = async (): Promise<Written> => ({
  path: 'customers/acme?tab=details',
  fieldOf: (page) => page.locator('main').getByLabel('Name', { exact: true }),
  text: 'Acme and Daughters',
  send: 'Save',
  conflict: () => world.sandbox.must.patch('/customers/acme', { primaryEmail: 'theirs@acme.example' }),
  conflictWords: 'This record has changed',
  stored: async () => (await world.sandbox.must.get('/customers/acme')).name,
});

const writeCard = async (): Promise<Written> => {
  const { data } = await world.sandbox.must.get('/v2/price_plans?_search=Pay');
  const plan = data[0].id;
  const cardOf = async (wanted: string) => {
    const { data: cards } = await world.sandbox.must.get(`/v2/price_plans/${plan}/rate_cards`);
    const { name, billableId, type, invoiceTiming, rateCardDetails } = cards.find(
      (card: { name: string }) => card.name === wanted,
    );
    return { name, billableId, type, invoiceTiming, rateCardDetails };
  };
  return {
    path: `plans/${plan}/card?name=card-3`,
    fieldOf: (page) => page.locator('[name="tiers.0.rate.USD"]'),
    text: '0.4375',
    send: 'Save',
    conflict: async () => {
      const { name: rateCardName, ...rateCard } = await cardOf('card-2');
      const operations = [{ actionType: 'UPDATE', rateCardName, rateCard }];
      return world.sandbox.must.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
    },
    conflictWords: 'This record has changed',
    stored: async () =>
      String((await cardOf('card-3')).rateCardDetails.usageRateCard.rateValues[0].slabRates[0].rate),
  };
};

const writePayment = async (): Promise<Written> => {
  const bill = await owe(world.sandbox, 'acme-production', { amount: 31.5 });
  const line = `03.02.2030 ACME ${bill.sequenceId} 31.50 USD`;
  return {
    path: 'payments/new',
    fieldOf: (page) => page.getByLabel('Bank line'),
    text: line,
    send: 'Record $31.50',
    conflict: () => recordElsewhere(line, 'Record $31.50'),
    conflictWords: 'is already recorded as payment',
    stored: async () => (await world.sandbox.must.get(`/invoices/${bill.id}`)).status,
  };
};

const FORMS: readonly [name: string, write: () => Promise<Written>, stored: string][] = [
  ['a customer', writeCustomer, 'Acme and Daughters'],
  ['a rate', writeCard, '0.4375'],
  ['a payment', writePayment, 'PAID'],
];

describe.each(FORMS)('%s', (_, write, stored) => {
  it('keeps what was typed through a lost connection, a 503, and the end of the session', async () => {
    const form = await write();
    const { page, field } = await openAndType(form);
    await stop(page, (route) => route.abort('connectionrefused'));
    await send(page, form);
    await expectMessage(page, 'The service cannot be reached');
    expect(await field.inputValue()).toBe(form.text);
    await stop(page, (route) => answer(route, 503, 'NOT_READY'));
    await send(page, form);
    await expectMessage(page, 'The service is busy');
    expect(await field.inputValue()).toBe(form.text);
    expect(await findViolations(page)).toEqual([]);
    await page.unrouteAll();
    await page.context().clearCookies();
    await send(page, form);
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Email').fill(world.person.email);
    await ended.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'hidden' });
    expect(await field.inputValue()).toBe(form.text);
    expect(await form.stored()).not.toBe(stored);
    await send(page, form);
    await expect.poll(form.stored, { timeout: 30_000 }).toBe(stored);
  });

  it('says that somebody else was faster, and keeps what was typed', async () => {
    const form = { ...(await write()) };
    if (form.text === stored) form.text += '9';
    const { page, field } = await openAndType(form);
    await form.conflict();
    await send(page, form);
    await expectMessage(page, form.conflictWords);
    expect(await field.inputValue()).toBe(form.text);
  });
});

/** In another tab, as a colleague does. */
async function recordElsewhere(line: string, button: string): Promise<void> {
  const mine = tab;
  const other = await openAndType({
    path: 'payments/new',
    fieldOf: (page) => page.getByLabel('Bank line'),
    text: line,
  });
  await other.page.getByRole('button', { name: button }).click();
  await other.page.waitForURL(/payments\/pay/);
  await tab.close();
  tab = mine;
}

type Typed = Pick<Written, 'path' | 'fieldOf' | 'text'>;

async function openAndType({ path, fieldOf, text }: Typed): Promise<{ page: Page; field: Locator }> {
  const session = { name: 'tallymark_session', value: world.person.cookie, url: new URL(world.url).origin };
  tab = await browser.open(`${world.url}/${path}`, { cookies: [session] });
  const field = fieldOf(tab.page);
  await field.fill(text);
  return { page: tab.page, field };
}

/** Lets a failure meet every request that changes something; what the page reads goes on. */
async function stop(page: Page, fail: (route: Route) => Promise<void>): Promise<void> {
  await page.unrouteAll();
  await page.route('**/*', (route) => (isRead(route) ? route.continue() : fail(route)));
}

function isRead(route: Route): boolean {
  const request = route.request();
  return request.method() === 'GET' || /match|preview|curve|names/.test(request.url());
}

function answer(route: Route, status: number, code: string): Promise<void> {
  return route.fulfill({
    status,
    headers: { 'content-type': 'application/json', 'error-code': code },
    body: JSON.stringify({ message: 'as told by the test' }),
  });
}

async function send(page: Page, form: Written): Promise<void> {
  await page.locator('main').getByRole('button', { name: form.send, exact: true }).click();
}

async function expectMessage(page: Page, words: string): Promise<void> {
  await page.locator('main').getByText(words).first().waitFor();
}
