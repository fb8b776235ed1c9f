import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  COLOUR_RULES,
  findViolations,
  listShifted,
  type OpenPage,
  readLayoutShift,
  readOverflow,
  useBrowser,
} from '#test/browser.ts';
import { roundsOf } from '#test/effort.ts';
import { listenOnce } from '#test/open-stream.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
const MAX_SHIFT = 0.02;

let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
});
const open = (path: string, view: { width?: number; javaScript?: boolean } = {}) =>
  browser.open(`${origin}${path}`, { ...view, until: 'load' });

/** A page of each kind; of the areas, the two with the largest pages. */
const KINDS = [
  ...['/docs', '/docs/api/authentication', '/docs/guides/late-events', '/docs/manual/organization-settings'],
  ...['/docs/reference/invoices', '/docs/reference/accounts-and-aliases'],
  ...['/docs/objects/Invoice', '/docs/objects', '/docs/errors', '/docs/nowhere'],
];

/** At both widths with --full, and every day at one of them: the neighbours of a page at the other one. */
const VIEWS = KINDS.flatMap((path, index) =>
  (index % 2 === 0 ? [1280, 360] : [360, 1280]).map((width) => ({ path, width })),
);

it.each(roundsOf(VIEWS, { everyday: KINDS.length }))(
  '$path has no fault at $width px, in either theme',
  async ({ path, width }) => {
    const { page, errors, foreignRequests, close } = await open(path, { width });
    expect(await readOverflow(page)).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page, COLOUR_RULES)).toEqual([]);
    const shift = await readLayoutShift(page);
    expect([shift > MAX_SHIFT, ...(shift > MAX_SHIFT ? await listShifted(page) : [])]).toEqual([false]);
    // The browser itself reports a missing page.
    expect(errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
    expect(foreignRequests).toEqual([]);
    await close();
  },
);

describe('the search', () => {
  const search = async ({ page }: OpenPage, words: string) => {
    await page.keyboard.type(words);
    await page.locator('[role=option][data-target]').first().waitFor();
  };

  it.each([
    ['an operation', 'void credit', '/docs/reference/credits#voidCredit'],
    ['an error', 'ACCOUNT_ID_IS_ALIAS', '/docs/errors#ACCOUNT_ID_IS_ALIAS'],
    ['a guide', 'late events', '/docs/guides/late-events'],
    ['an object', 'InvoiceLineItem', '/docs/objects/InvoiceLineItem'],
  ])('finds %s by the keyboard alone', async (_, words, target) => {
    const opened = await open('/docs/api/pagination');
    await opened.page.keyboard.press('/');
    await search(opened, words);
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL(origin + target);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });

  it('follows the combobox pattern: arrows, Escape, and a word for no results', async () => {
    const opened = await open('/docs');
    const { page } = opened;
    const field = page.getByRole('combobox');
    await page.keyboard.press('Control+k');
    await search(opened, 'invoice');
    const active = () => field.getAttribute('aria-activedescendant');
    expect([await active(), await field.getAttribute('aria-expanded')]).toEqual(['site-result-0', 'true']);
    await page.keyboard.press('ArrowDown');
    expect(await active()).toBe('site-result-1');
    expect(await page.locator('#site-result-1').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await active()).not.toMatch(/-[01]$/);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect([await active(), await field.getAttribute('aria-expanded')]).toEqual([null, 'false']);
    await field.fill('zzzzqqqq');
    await page.getByText('No results for “zzzzqqqq”').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('No results');
    await opened.close();
  });
});

describe('a reader', () => {
  it('arrives at the operation of a deep link, of an old one too', async () => {
    for (const path of ['/docs/reference/invoices#explainInvoice', '/docs#explainInvoice']) {
      const { page, close } = await open(path);
      await page.waitForURL('**/docs/reference/invoices#explainInvoice');
      await page.waitForLoadState('load');
      const top = await page
        .locator('#explainInvoice-title')
        .evaluate((title) => title.getBoundingClientRect().top);
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(400);
      await close();
    }
  });

  it('has samples with the URL of the service, the chosen environment and the key', async () => {
    const { page, close } = await open('/docs/reference/credits');
    const text = () => page.locator('#voidCredit [data-sample=curl] code').textContent();
    expect(await text()).toContain(`"${origin}/sandbox/credits/`);
    expect(await text()).toContain('Bearer $KEY');
    await page.getByLabel('Production').check();
    await page.getByLabel('API key').fill('sk_live_1');
    expect(await text()).toContain(`"${origin}/credits/`);
    expect(await text()).toContain('Bearer sk_live_1');
    await page.reload();
    expect(await text()).toContain(`"${origin}/credits/`);
    expect(await text()).toContain('Bearer $KEY');
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      'sk_',
    );
    await close();
  });

  it('copies a sample', async () => {
    const { page, close } = await open('/docs/reference/credits');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = page.locator('#voidCredit [data-sample=curl]');
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await block.locator('code').textContent(),
    );
    await close();
  });

  it('keeps the theme that the switch chose', async () => {
    const { page, close } = await open('/docs');
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    await close();
  });

  it('navigates behind a button at 360 px, and skips the navigation by the keyboard', async () => {
    const { page, close } = await open('/docs/reference/credits', { width: 360 });
    const nav = page.getByRole('navigation', { name: 'Documentation' });
    expect(await nav.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Navigation' }).click();
    expect(await findViolations(page)).toEqual([]);
    await nav.getByRole('link', { name: 'Wallets' }).click();
    await page.waitForURL('**/docs/reference/wallets');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/wallets#site-content');
    await close();
  });

  it('reads and navigates without JavaScript, where nothing that needs it is shown', async () => {
    const { page, close } = await open('/docs/reference/credits', { javaScript: false });
    expect(await page.getByRole('combobox').isVisible()).toBe(false);
    expect(await page.getByLabel('API key').isVisible()).toBe(false);
    await page.getByRole('navigation').getByRole('link', { name: 'Wallets', exact: true }).click();
    await page.waitForURL('**/docs/reference/wallets');
    await close();
  });
});

test('pages, assets, search and samples work behind the prefix of a proxy', async () => {
  const proxy = createServer(async (request, response) => {
    const [, path] = /^\/billing(\/.*)$/.exec(request.url ?? '') ?? [];
    if (path === undefined) return void response.writeHead(404).end();
    const answer = await fetch(`${origin}${path}`, { redirect: 'manual' });
    const sent = ['content-type', 'content-security-policy', 'location', 'etag'];
    const headers = sent
      .flatMap((name) => [[name, answer.headers.get(name) ?? '']])
      .filter(([, value]) => value);
    response
      .writeHead(answer.status, Object.fromEntries(headers))
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/billing`;
  const { page, errors, foreignRequests, close } = await browser.open(`${base}/docs`, { until: 'load' });
  expect(await page.locator('.hero code').first().textContent()).toContain(`${base}/sandbox/ext/v1/clock`);
  await page.keyboard.press('/');
  await page.keyboard.type('void credit');
  await page.locator('[role=option][data-target]').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${base}/docs/reference/credits#voidCredit`);
  await page.goto(`${base}/sandbox/docs/operations/createWebhook`);
  expect(page.url()).toBe(`${base}/docs/reference/webhooks#createWebhook`);
  expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
  await close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});
