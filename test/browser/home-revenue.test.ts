import { afterEach, beforeAll, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let world: ConsoleWorld;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'home-revenue');
});

let tab: OpenPage;
afterEach(() => tab?.close());

/** Home, where the first requests for revenue fail with a code; `requests` counts all of them. */
async function openFailing({ code, status, times }: { code: string; status: number; times: number }) {
  const requests = { count: 0 };
  const url = new URL(world.url).origin;
  const cookies = [{ name: 'tallymark_session', value: world.person.cookie, url }];
  tab = await browser.open('about:blank', { cookies });
  await tab.page.clock.install();
  await tab.page.route('**/metrics', (route) => {
    if (!route.request().postData()?.includes('REVENUE')) return route.continue();
    if (++requests.count > times) return route.continue();
    const headers = { 'error-code': code };
    return route.fulfill({ status, headers, json: { message: 'the test says no' } });
  });
  await tab.page.goto(world.url);
  return { page: tab.page, requests };
}

const MINUTE = 60_000;
const PATIENCE = { timeout: 30_000 };

it('an error is shown with a way to try again, and is not asked for again by itself', async () => {
  const { page, requests } = await openFailing({ code: 'INVALID_REQUEST', status: 400, times: 2 });
  const revenue = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Revenue' }) });
  await revenue.getByText('the test says no').waitFor();
  expect(requests.count).toBe(2);
  await page.clock.runFor(MINUTE);
  expect(requests.count).toBe(2);
  await revenue.getByRole('button', { name: 'Try again' }).click();
  await revenue.getByText('This month so far').waitFor();
  expect(requests.count).toBe(4);
});

it('revenue that is being priced is asked for again', async () => {
  const { page, requests } = await openFailing({ code: 'REVENUE_NOT_PRICED', status: 409, times: 2 });
  await page.getByText('Computing…').first().waitFor();
  await expect
    .poll(async () => {
      // Again and again: the time for the next request begins with the response to the last one.
      await page.clock.runFor(MINUTE);
      return page.getByText('Computing…').count();
    }, PATIENCE)
    .toBe(0);
  expect(requests.count).toBeGreaterThanOrEqual(4);
});
