import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
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
];

/** The API takes some filters alone, and sorts by few fields: a screen must offer no other. */
describe.each(LISTS)('the list of %s', (path) => {
  it('offers filters and orders that the service accepts, alone and together', async () => {
    const { page, settled } = tab;
    const rejected: string[] = [];
    page.on('response', note);
    await page.goto(`${world.url}/${path}`);
    await settled();
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
    await page.goto(`${world.url}/${path}`);
    await settled();
    await sortByAll(tab);
    page.off('response', note);
    expect(rejected).toEqual([]);

    function note(response: { status(): number; url(): string }) {
      if (response.status() >= 400) rejected.push(`${response.status()} ${response.url()}`);
    }
  });
});

async function sortByAll({ page, settled }: OpenPage): Promise<void> {
  for (const heading of await page.locator('th button').all())
    for (const _ of ['descending', 'ascending']) {
      await heading.click();
      await settled();
    }
}
