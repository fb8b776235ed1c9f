import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type MonthWorld, makeMonthWorld, openAs } from '#test/month-world.ts';
import { useService } from '#test/running-app.ts';

/*
 * What each role meets on each screen, to be read as a table. In the columns of the roles:
 *
 *   +   the rail has the screen, the action is on it, and the service accepts the request
 *   .   the rail has the screen, the action is not on it, and the service answers 403
 *   -   the rail does not have the screen, and the service answers 403
 */
const ROLES = ['FINANCE', 'SUPPORT', 'PRODUCT_MANAGER', 'DEVELOPER', 'ANALYST', 'ADMINISTRATOR'] as const;

const TABLE: readonly [path: string, action: string, request: string, marks: string][] = [
  // screen, what is done there, its request, and the marks of the roles above
  ['/events/corrections', 'Preview', 'POST /ext/v1/events/correction_preview', '- + - + - +'],
  ['/meters', 'New meter', 'POST /usage_meters', '. . . + . +'],
  ['/schemas', 'New schema', 'POST /event_schema', '. . . + . +'],
  ['/plans', 'New plan', 'POST /v2/price_plans', '. . + . . +'],
  ['/rules', 'New rule', 'PUT /v2/price_plans/ID/pricing_rules', '. . + . . +'],
  ['/addons', 'New add-on', 'POST /addons', '. . . + . +'],
  ['/features', 'New feature', 'POST /features', '. . . + . +'],
  ['/simulator', 'New simulation', 'POST /ext/v1/simulations', '+ . + . . +'],
  ['/customers', 'New customer', 'POST /customers', '+ + . + . +'],
  ['/month-close', 'Start bill run', 'POST /invoices/bill_runs', '+ + + - - +'],
  ['/bill-runs', 'New bill run', 'POST /invoices/bill_runs', '+ + + . . +'],
  ['/invoice-groups', 'New invoice group', 'POST /invoice_groups', '+ + + . . +'],
  ['/receivables', 'Record payment', 'POST /payments', '+ + + . . +'],
  ['/payments', 'Record payment', 'POST /payments', '+ + + - . +'],
  ['/credits', 'Grant credit', 'POST /credits', '+ + + . . +'],
  ['/alerts', 'New alert', 'POST /alerts', '+ + + + . +'],
  ['/keys', 'Create API key', 'POST /ext/v1/api_keys', '. . . . . +'],
  ['/webhooks', 'Create webhook', 'POST /ext/v1/webhooks', '. - . + . +'],
  ['/requests', '', 'GET /ext/v1/requests', '- + - + - +'],
  ['/settings/sellers', 'New seller entity', 'POST /ext/v1/organization/seller_entities', '+ . . . . +'],
  ['/settings/templates', 'New template', 'POST /ext/v1/invoice_templates', '+ . . + . +'],
  ['/settings/billing', 'Save', 'PATCH /ext/v1/organization/settings', '+ . . + . +'],
  ['/settings/organization', 'Save', 'PATCH /ext/v1/organization', '+ . . . . +'],
  ['/team', 'Invite member', 'POST /ext/v1/invitations', '. . . . . +'],
];

const service = useService();
const browser = useBrowser();
let world: MonthWorld;
beforeAll(async () => {
  world = await makeMonthWorld(service, 'role-walls');
});

describe.each(ROLES)('%s', (role) => {
  let tab: OpenPage;
  let cookie: string;
  beforeAll(async () => {
    const person = await world.join(role, `Somebody with ${role}`);
    cookie = person.cookie;
    tab = await openAs(browser, person, { ...world, path: 'profile' });
  });
  afterAll(() => tab?.close());

  it('sees the screens and the actions of its column', async () => {
    const expected: Record<string, string> = {};
    const seen: Record<string, string> = {};
    const rail = await railOf(tab);
    for (const [path, action, , marks] of TABLE) {
      expected[`${path} ${action}`] = marks.split(' ')[ROLES.indexOf(role)] ?? '';
      seen[`${path} ${action}`] = rail.has(path) ? await lookAt(tab, path, action) : '-';
    }
    expect(seen).toEqual(expected);
    // Nothing on these screens asks for what the role may not have.
    expect(tab.errors).toEqual([]);
  });

  it('gets 403 for every request that its column shuts, whatever the page shows', async () => {
    for (const [path, action, request, marks] of TABLE) {
      const isOpen = marks.split(' ')[ROLES.indexOf(role)] === '+';
      const status = await statusOf(request, cookie);
      expect(`${path} ${action}: ${status === 403 ? 'shut' : 'open'}`).toBe(
        `${path} ${action}: ${isOpen ? 'open' : 'shut'}`,
      );
    }
  });
});

/** The paths in the rail, which shows the pages of the group that is open. */
async function railOf(tab: OpenPage): Promise<ReadonlySet<string>> {
  const { pathname } = new URL(world.url);
  const links = tab.page.locator('nav a[href]');
  const read = async () => (await links.evaluateAll(READ_URLS)).map((url) => url.slice(pathname.length));
  const groups = await read();
  const found = new Set(groups);
  for (const group of groups) {
    await visit(tab, group);
    for (const path of await read()) found.add(path);
  }
  return found;
}

const READ_URLS = (all: unknown[]) => all.map((each) => (each as { pathname: string }).pathname);

/** Opens a screen without loading the page anew. */
async function visit({ page, settled }: OpenPage, path: string): Promise<void> {
  const { pathname } = new URL(world.url);
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(pathname + path)})`);
  await page.waitForURL(`**${path}`);
  await settled();
  await page.locator('h1').waitFor();
}

async function lookAt(tab: OpenPage, path: string, action: string): Promise<string> {
  await visit(tab, path);
  const { page } = tab;
  return action === '' || (await isOffered(page, action)) ? '+' : '.';
}

async function isOffered(page: Page, name: string): Promise<boolean> {
  const main = page.locator('main');
  const found = main
    .getByRole('button', { name, exact: true })
    .or(main.getByRole('link', { name, exact: true }));
  return (await found.count()) > 0;
}

/** The answer to the request behind an action, sent with the session past the page; its body says nothing. */
async function statusOf(request: string, cookie: string): Promise<number> {
  const [method = '', path = ''] = request.split(' ');
  const response = await service.app.server.inject({
    method: method as 'GET',
    url: `/sandbox${path}`,
    headers: {
      ...{ cookie: `tallymark_session=${cookie}`, 'tallymark-session': '1' },
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { payload: '{}' }),
  });
  return response.statusCode;
}
