import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { roundsOf } from '#test/effort.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService({ REQUEST_LOG: 'bodies' });
const browser = useBrowser();
let world: ConsoleWorld;
let tab: OpenPage;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'console-lists');
  const cookie = { name: 'tallymark_session', value: world.person.cookie, url: new URL(world.url).origin };
  tab = await browser.open(`${world.url}/profile`, { cookies: [cookie] });
});
afterAll(() => tab?.close());

const LISTS = [
  ...['events', 'meters', 'schemas', 'plans', 'customers', 'accounts', 'invoices', 'invoice-groups'],
  ...['bill-runs', 'receivables'],
  ...['payments', 'credits', 'reports', 'alerts', 'keys', 'webhooks', 'jobs', 'scheduled-work', 'audit'],
  'requests',
];

/**
 * The API takes some filters alone, and sorts by few fields: a screen must offer no other. Every day for half
 * of the lists, and with the next seed for the other half.
 */
describe.each(roundsOf(LISTS, { everyday: LISTS.length / 2 }))('the list of %s', (path) => {
  it('offers filters and orders that the service accepts, alone and together', async () => {
    const { page, settled, load } = tab;
    const rejected: string[] = [];
    page.on('response', note);
    await load(`${world.url}/${path}`);
    for (const filter of await page.getByRole('button', { name: /^Filter: / }).all()) {
      await filter.click();
      await page.getByRole('menuitemcheckbox').first().click();
      await page.keyboard.press('Escape');
      await settled();
    }
    for (const search of await page.getByRole('searchbox').all()) {
      await search.fill('acme');
      await search.press('Enter');
      await settled();
    }
    await load(`${world.url}/${path}`);
    await sortByAll(tab);
    page.off('response', note);
    expect(rejected).toEqual([]);

    function note(response: { status(): number; url(): string }) {
      if (response.status() >= 400) rejected.push(`${response.status()} ${response.url()}`);
    }
  });
});

it('rows name the records that they refer to, and a filter finds one by its name', async () => {
  const { page, settled } = tab;
  const table = page.getByRole('table');
  await page.goto(`${world.url}/accounts`);
  await table.getByText('Acme GmbH', { exact: true }).first().waitFor();
  await page.goto(`${world.url}/payments`);
  await table.getByText('Acme production', { exact: true }).first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Acme production');
  await page.getByRole('option', { name: /^Acme production/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/account_id=acme-production/);
  await settled();
  expect(await table.getByText('Acme production', { exact: true }).count()).toBeGreaterThan(0);
  await page.goto(`${world.url}/audit`);
  await table.getByText('first administrator', { exact: true }).first().waitFor();
  await page.goto(`${world.url}/profile`);
});

it('keys choose nothing of an earlier search', async () => {
  const { page } = tab;
  await page.goto(`${world.url}/payments`);
  await page.getByRole('table').waitFor();
  await page.route('**/accounts?*', async (route) => {
    // Only what was found for the first letters arrives.
    if (/_search=.{0,4}(&|$)/.test(route.request().url())) await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('A');
  await page.getByRole('option').nth(1).waitFor();
  const first = (await page.getByRole('option').first().textContent()) ?? '';
  expect(first).not.toMatch(/^Acme production/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('cme production');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/account_id=acme-production/);
  await page.unrouteAll();
  await page.goto(`${world.url}/profile`);
});

it('filters are saved under a name, found again, changed and deleted, by the keyboard', async () => {
  const { page, load } = tab;
  await load(`${world.url}/invoices?status=DUE`);
  const views = page.getByRole('button', { name: 'Views' });
  const choose = async (item: string | RegExp) => {
    await views.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  await choose('Save these filters…');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Enter a name').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('To be paid');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await load(`${world.url}/invoices`);
  await choose('To be paid');
  await page.waitForURL(/\?status=DUE$/);
  await choose('Edit my views…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Due');
  await page.getByRole('checkbox', { name: /^Share/ }).press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await choose(/^Due by Ann/);
  await choose('Edit my views…');
  await page.getByRole('button', { name: 'Delete this view' }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await views.press('Enter');
  await page.getByText('No saved views of this list yet').waitFor();
  await page.keyboard.press('Escape');
});

async function sortByAll({ page, settled }: OpenPage): Promise<void> {
  for (const heading of await page.locator('th button').all())
    for (const _ of ['descending', 'ascending']) {
      await heading.click();
      await settled();
    }
}

describe('a request that was forbidden', () => {
  it('is in the request log without its secret, and its scope stands beside the key', async () => {
    const { page, load } = tab;
    const { sandbox } = world;
    const key = await sandbox.must.post('/ext/v1/api_keys', { name: 'Importer', scopes: ['catalog:read'] });
    const caller = client(service.app, '/sandbox', key.secret);
    for (const name of ['Setup', 'Training']) {
      expect((await caller.post(`/addons?from=${key.secret}`, { name })).status).toBe(403);
      expect((await sandbox.post('/addons', { name, note: key.secret })).status).toBe(400);
    }
    await service.app.writeRequestLog();
    await load(`${world.url}/requests?path=/sandbox/addons`);
    const filter = page.getByRole('searchbox', { name: 'Error code' });
    await filter.fill('FORBIDDEN');
    await filter.press('Enter');
    await page.getByText('INVALID_REQUEST').first().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'POST /sandbox/addons' }).first().click();
    await page.getByText('this operation requires the scope catalog:write').waitFor();
    await page.getByText('from=[secret]').waitFor();
    expect(await page.getByRole('link', { name: 'Read about this error' }).getAttribute('href')).toBe(
      '/docs/operations/createAddOn',
    );
    await load(`${world.url}/requests?error_code=INVALID_REQUEST`);
    await page.getByRole('link', { name: 'POST /sandbox/addons' }).first().click();
    await page.getByText('"note": "sk_test_[secret]"').waitFor();
    expect(await page.content()).not.toContain(key.secret);
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByText('"name": "Training"').waitFor();
    await page.getByText('"name": "Setup"').waitFor();
    await page.getByRole('button', { name: 'Show API request' }).click();
    await page.getByText(`-H "Authorization: Bearer $TALLYMARK_KEY"`).waitFor();
    await page.keyboard.press('Escape');
    await load(`${world.url}/keys`);
    const row = page.getByRole('row', { name: /Importer/ });
    await row.getByRole('link', { name: /^lacked catalog:write 2 times, last at / }).click();
    await page.getByRole('heading', { level: 1, name: 'POST /sandbox/addons' }).waitFor();
    expect(tab.errors).toEqual([]);
  });

  it('an entry of the audit log leads to its request', async () => {
    const { page, load } = tab;
    await world.sandbox.must.post('/addons', { name: 'Onboarding', type: 'FIXED_FEE' });
    await service.app.writeRequestLog();
    const { data } = await world.sandbox.must.get('/ext/v1/audit_log?entity_type=ADD_ON&pageSize=1');
    await load(`${world.url}/audit/${data[0].id}`);
    await page.getByRole('link', { name: data[0].requestId }).click();
    await page.getByRole('link', { name: 'POST /sandbox/addons' }).waitFor();
    expect(await page.getByRole('link', { name: 'POST /sandbox/addons' }).count()).toBe(1);
  });
});
