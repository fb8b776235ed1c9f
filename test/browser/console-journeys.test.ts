import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSetupToken } from '#areas/users/index.ts';
import { findViolations, type OpenPage, readLayoutShift, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { PASSWORD } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService({ RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });
const browser = useBrowser();
let world: ConsoleWorld;
let origin: string;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'console-journeys');
  origin = new URL(world.url).origin;
});

let tab: OpenPage;
afterEach(() => tab?.close());

const open = async (path: string, { isSignedIn = true, width = 1280 } = {}) => {
  const session = { name: 'tallymark_session', value: world.person.cookie, url: origin };
  tab = await browser.open(`${origin}/console${path}`, { width, cookies: isSignedIn ? [session] : [] });
  return tab.page;
};

describe('by keyboard alone', () => {
  it('the first administrator sets up the console by the printed link', async () => {
    await service.createOrganization('first-run');
    const token = await createSetupToken(service.app.database, {
      id: 'first-run',
      environment: 'production',
    });
    const page = await open(`/setup#token=${token}`, { isSignedIn: false });
    expect(page.url()).not.toContain('token');
    await page.getByLabel('Name').focus();
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@first-run.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByText('Use at least 12 characters').waitFor();
    // What was typed is still there.
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
    await page.getByLabel('Password').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(tab.errors).toEqual([]);
  });

  it('somebody signs in, is told of a wrong password, and signs out', async () => {
    const page = await open('/', { isSignedIn: false });
    await page.getByLabel('Email').focus();
    await page.keyboard.type(world.person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(world.person.email);
    await page.getByLabel('Password').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByRole('button', { name: 'Account of Ann Example' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  it('from the list of invoices to the explanation of a line in three steps', async () => {
    const page = await open('/sandbox/invoices');
    await page.getByText(/^\d+ rows$/).waitFor();
    const links = await page.locator('tbody tr td:first-child a').all();
    const urls = await Promise.all(links.map((link) => link.getAttribute('href')));
    // The invoice of usage, which has the steps of a calculation.
    const metered = world.screens.find((screen) => /^invoices\/.+\/explain\?line=/.test(screen));
    const index = urls.findIndex((url) => url?.endsWith(`/invoices/${metered?.split('/')[1]}`));
    for (let row = 0; row <= index; row++) await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Explain', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Explanation' }).waitFor();
    await page.getByRole('tree').focus();
    for (const key of ['Home', 'e', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 2, name: 'Egress' }).waitFor();
    await page.locator('article ol li').nth(1).waitFor();
  });

  it('the palette finds a customer by a part of the name', async () => {
    const page = await open('/sandbox/events');
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('acme gm');
    await page.getByRole('option', { name: /Acme GmbH.*Customers/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Acme GmbH' }).waitFor();
  });

  it('the palette searches once for letters typed without a pause', async () => {
    const page = await open('/sandbox/events');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    const searches: string[] = [];
    page.on('request', (request) => {
      const term = new URL(request.url()).searchParams.get('_search');
      if (term !== null && request.url().includes('/invoices')) searches.push(term);
    });
    await page.keyboard.type('acme gm', { delay: 40 });
    await page.getByRole('option', { name: /Acme GmbH.*Customers/ }).waitFor();
    expect(searches).toEqual(['acme gm']);
  });

  it.each([
    ['CLUSTER-7', /cluster-7.*Accounts/],
    ['ap@acme', /Acme GmbH.*Customers/],
    ['31-calls', /31-calls.*Events/],
  ])('the palette finds %s', async (term, name) => {
    const page = await open('/sandbox/events');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type(term);
    await page.getByRole('option', { name }).waitFor();
  });

  it('a search keeps the focus and every letter while its results arrive', async () => {
    const page = await open('/sandbox/customers');
    await page.getByText('2 rows').waitFor();
    await page.getByRole('searchbox').focus();
    // Slower than the pause after which it searches: each letter is a search of its own.
    await page.keyboard.type('acme', { delay: 400 });
    await page.keyboard.type(' gm');
    await page.getByText('1 row', { exact: true }).waitFor();
    await page.waitForURL(/_search=acme\+gm/);
    expect(await page.getByRole('searchbox').inputValue()).toBe('acme gm');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
  });

  it('a sequence of keys goes to one of those that listen', async () => {
    const page = await open('/sandbox/invoices');
    await page.getByText(/^\d+ rows$/).waitFor();
    await page.keyboard.press('g');
    const hint = page.getByRole('status').filter({ hasText: 'Go to' });
    await hint.getByText('Developers').waitFor();
    await page.keyboard.press('d');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await hint.waitFor({ state: 'hidden' });
    // The pages of the group, whose keys are waited for.
    await page.getByRole('status').filter({ hasText: 'Scheduled work' }).waitFor();
    await page.keyboard.press('o');
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    for (const key of ['g', 'u']) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    // `m` belongs to the group that is open: alone it would do nothing.
    await page.keyboard.press('m');
    await page.getByRole('heading', { level: 1, name: 'Meters' }).waitFor();
    const rail = page.getByRole('navigation', { name: 'Navigation' });
    const marked = (kind: string) => rail.locator(`[aria-current=${kind}]`).allTextContents();
    expect([await marked('true'), await marked('page')]).toEqual([['Usage'], ['Meters']]);
    expect(await readLayoutShift(page)).toBeLessThan(0.02);
  });

  it('at 360 px the navigation is a drawer whose groups open one at a time', async () => {
    const page = await open('/sandbox/invoices', { width: 360 });
    await page.getByText(/^\d+ rows$/).waitFor();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    const group = (name: string) => drawer.getByRole('button', { name, exact: true });
    expect(await group('Billing').getAttribute('aria-expanded')).toBe('true');
    expect(
      await drawer.getByRole('link', { name: 'Invoices', exact: true }).getAttribute('aria-current'),
    ).toBe('page');
    await group('Money').focus();
    await page.keyboard.press('Enter');
    expect(await group('Billing').getAttribute('aria-expanded')).toBe('false');
    expect(await findViolations(page)).toEqual([]);
    await drawer.getByRole('link', { name: 'Wallets' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor();
    expect(await drawer.count()).toBe(0);
  });

  it('an account joins an invoice group, found by a part of its name', async () => {
    const page = await open('/sandbox/invoice-groups');
    await page.getByText('1 row', { exact: true }).waitFor();
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Add account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('acme prod');
    await page.getByRole('option', { name: /Acme.*acme-production/ }).waitFor();
    // Escape closes the list, and the dialog stays.
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.keyboard.type('acme prod');
    await page.getByRole('option', { name: /Acme.*acme-production/ }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await page.getByRole('combobox').inputValue()).toMatch(/^Acme/);
    await page.keyboard.press('Enter');
    await page.getByText('2 rows').waitFor();
  });

  it('the clock of the sandbox moves a day, and every screen shows the new time', async () => {
    const page = await open('/sandbox/invoices');
    await page.getByRole('button', { name: /Sandbox clock/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Next cycle end: Mar 1, 2030').waitFor();
    await page.getByRole('button', { name: '+1 day' }).focus();
    await page.keyboard.press('Enter');
    // What the move will do is shown before it happens.
    await page.getByText(/Nothing is due until then|other pieces? of work/).waitFor();
    await page.getByRole('button', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Sandbox clock: Feb 4, 2030/ }).waitFor();
  });
});

describe('when something goes wrong', () => {
  it('a session that ended asks for the password above the screen, and what was typed stays', async () => {
    const page = await open('/sandbox/webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    await page.getByLabel('URL').fill('https://example.com/typed');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create webhook' }).last().click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByLabel('Email').fill(world.person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('URL').inputValue()).toBe('https://example.com/typed');
  });

  it('a lost connection is announced, and the screen comes by itself when it is back', async () => {
    const page = await open('/sandbox/customers');
    await page.getByText('2 rows').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Mails' }).click();
    await page.getByText('The service cannot be reached').first().waitFor();
    await page.getByText('Connection lost').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Mails' }).waitFor();
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
  });

  it('what was loaded stays while the service does not answer, and is read anew after it', async () => {
    const page = await open('/sandbox/customers');
    await page.getByText('2 rows').waitFor();
    const busy = ['**/sandbox/customers**', '**/ready'];
    for (const path of busy) await page.route(path, (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('searchbox').fill('acme gm');
    await page.getByText('Connection lost').waitFor();
    expect(await page.getByText('Acme GmbH').count()).toBe(1);
    for (const path of busy) await page.unroute(path);
    await page.getByText('1 row', { exact: true }).waitFor();
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
  });

  it('one operation that is too busy is said, and not asked for again and again', async () => {
    const page = await open('/sandbox');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    let count = 0;
    await page.route('**/ext/v1/webhooks**', (route) => {
      count++;
      return route.fulfill({ status: 503, json: { message: 'too busy' } });
    });
    await page.evaluate("history.pushState({}, '', '/console/sandbox/webhooks')");
    await page.getByText('too busy').waitFor();
    // Longer than the pause after which a service that cannot be reached is asked again.
    await sleep(3500);
    expect(await page.getByText('Connection lost').count()).toBe(0);
    expect(count).toBeLessThan(10);
    await page.unroute('**/ext/v1/webhooks**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('too busy').waitFor({ state: 'hidden' });
  });

  it('the page knows who is signed in, without another request', async () => {
    const page = await open('/sandbox/customers');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await tab.settled();
    await page.getByText('2 rows').waitFor();
    expect(asked.filter((path) => path.endsWith('/session'))).toEqual([]);
    expect(asked.filter((path) => path.endsWith('/customers'))).toHaveLength(2);
    expect(tab.errors).toEqual([]);
  });

  it('an address without a screen says so, inside of the console', async () => {
    const page = await open('/sandbox/nothing/like/this');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('a start without an answer about the session can be tried again', async () => {
    const page = await open('/sandbox/customers');
    // As if the service had stopped after it sent the page, which does not know who is signed in then.
    await page.route('**/console/**/customers', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('id="session"', 'id="other"');
      await route.fulfill({ response, body });
    });
    await page.route('**/ext/v1/session', (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'The console cannot be loaded' }).waitFor();
    await page.unroute('**/ext/v1/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('2 rows').waitFor();
  });
});

describe('an alert by keyboard alone', () => {
  it('says how often it would have fired, is created, and fires when the clock moves', async () => {
    const { sandbox } = world;
    const page = await open('/sandbox/alerts');
    const type = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.type(text);
    };
    await page.getByRole('link', { name: 'New alert' }).focus();
    await page.keyboard.press('Enter');
    await type('Meter', 'API calls');
    await page.getByRole('option', { name: 'API calls' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await type('Threshold', '2000');
    // Usage passed it once, in January.
    await page.getByText('It would have fired 1 time.', { exact: true }).waitFor();
    await type('Description', 'Many calls');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Many calls' }).waitFor();
    await page.getByText('No incidents yet.').waitFor();

    const attributes = ['calls', 'storage_gb', 'egress_gb'].map((name) => ({ name, value: '2500' }));
    const { now: timestamp } = await sandbox.must.get('/ext/v1/clock');
    await sandbox.must.post('/ingest', {
      event: {
        ...{ id: 'many', schemaName: 'api-traffic', accountId: 'acme-production', timestamp },
        ...{ attributes, dimensions: { region: 'eu-central' } },
      },
    });
    await sandbox.setClock(Temporal.Instant.from(timestamp).add({ hours: 1 }).toString());
    await page.reload();
    await page.getByRole('row', { name: /Usage threshold.*Active.*2,\d{3}/ }).waitFor();
    await page.getByText('It would have fired 2 times.', { exact: true }).waitFor();
    expect(tab.errors).toEqual([]);
  });
});

describe('a report by keyboard alone', () => {
  it('is built, and its chart, its table and its file have the same amounts', async () => {
    const page = await open('/sandbox/reports');
    const press = async (name: string, role: 'button' | 'link' = 'button') => {
      await page.getByRole(role, { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('New report', 'link');
    await page.getByRole('button', { name: 'Show report' }).waitFor();
    // Revenue by month and currency is where it begins; without the currency, two would be added up.
    await press('Remove: Column 2');
    await press('Show report');
    await page.getByText('would mix currencies').waitFor();
    // The browser notes the rejected request.
    tab.errors.length = 0;
    await press('Add column');
    await page.locator('[name="columns.2.column"]').selectOption('currency');
    await press('Show report');
    await page.getByText('Revenue_invoice_currency, sum over time', { exact: true }).waitFor();

    // The legend of the chart is a table, too.
    const rows = page.getByRole('table').filter({ hasText: 'currency' }).last().getByRole('row');
    const shown = await rows.allInnerTexts();
    const table = shown.slice(1).map((row) =>
      row
        .replaceAll('\u00a0', ' ')
        .split('\t')
        .map((cell) => cell.trim()),
    );
    expect(table).toEqual([
      ['Dec 1, 2029', 'USD 15.00', 'USD'],
      ['Jan 1, 2030', 'USD 265.26', 'USD'],
      ['Feb 1, 2030', 'USD 20.00', 'USD'],
    ]);
    const downloading = page.waitForEvent('download');
    await press('Export as CSV');
    const stream = await (await downloading).createReadStream();
    const csv = Buffer.concat(await Array.fromAsync(stream))
      .toString()
      .trim()
      .split('\r\n');
    expect(csv.slice(1)).toEqual([
      '2029-12-01T00:00:00.000Z,15,USD',
      '2030-01-01T00:00:00.000Z,265.26,USD',
      '2030-02-01T00:00:00.000Z,20,USD',
    ]);
    await press('Show as table');
    const chart = page.getByRole('region', { name: /over time/ });
    expect(await chart.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Day/),
      'Feb 1, 2030\t$20.00',
      'Jan 1, 2030\t$265.26',
      'Dec 1, 2029\t$15.00',
    ]);
    // The address has all of it.
    await page.reload();
    await page.getByRole('row', { name: /USD 265\.26/ }).waitFor();
    expect(tab.errors).toEqual([]);
  });
});
