import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceInputs } from '#core/invoice/index.ts';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { invoiceRow, keepInvoices, orgOf, SAMPLE_INPUTS } from '#test/invoice-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let world: ConsoleWorld;
let tab: OpenPage;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'explain-journeys');
  const [, fee] = SAMPLE_INPUTS.cards as [unknown, InvoiceInputs['cards'][number]];
  const cards = Array.from({ length: 1000 }, (_, i) => ({
    ...fee,
    ...{ name: `card ${i}`, billableId: `line-${i}`, displayName: `Line ${i}` },
  }));
  const org = await orgOf(service, 'sandbox', 'explain-journeys');
  const row = invoiceRow({ id: 'thousand', scheduleId: 'of-a-thousand' }, { ...SAMPLE_INPUTS, cards });
  await keepInvoices(service, org, [row]);
});
afterEach(() => tab?.close());

async function open(path: string) {
  const session = { name: 'tallymark_session', value: world.person.cookie, url: new URL(world.url).origin };
  tab = await browser.open(`${world.url}${path}`, { cookies: [session] });
  return tab.page;
}
type Page = Awaited<ReturnType<typeof open>>;

async function press(page: Page, role: 'button' | 'link' | 'tab', name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
}
const meteredInvoice = () =>
  world.screens
    .map((screen) => /^invoices\/(.+)\/explain\?line=.*tab=events$/.exec(screen)?.[1])
    .find(Boolean);
const draftOf = async (account: string) => {
  const { data } = await world.sandbox.must.get(`/invoices?status=DRAFT&account_id=${account}`);
  return data[0].totalAmount as number;
};

describe('by keyboard alone', () => {
  it('from an amount of an invoice to the event behind it in three steps', async () => {
    const page = await open(`/invoices/${meteredInvoice()}`);
    // 1: the amount of the line
    await press(page, 'link', '$18.39');
    await page.getByRole('heading', { level: 2, name: 'Egress' }).waitFor();
    expect(await page.locator('article ol li').count()).toBeGreaterThan(1);
    // 2: its events
    await press(page, 'tab', 'Events');
    await page.getByText('The invoice counted 51 events.').waitFor();
    await page.getByText('50+ rows').waitFor();
    // 3: the newest one
    await page.getByRole('row').nth(1).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByText('This event was counted. It is billed with').waitFor();
    await page.locator('main a[href*="/invoices/inv"]').first().waitFor();
    expect(tab.errors).toEqual([]);
  });

  it('through the tree of the lines, whose arrows open, close and go, and whose address stays', async () => {
    const page = await open(`/invoices/${meteredInvoice()}/explain`);
    const tree = page.getByRole('tree', { name: 'Line items' });
    const at = (name: string | RegExp) => tree.getByRole('treeitem', { name });
    await tree.focus();
    for (const key of ['Home', 'e']) await page.keyboard.press(key);
    expect(await at(/Egress/).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    expect(await at(/Egress/).getAttribute('aria-expanded')).toBe('true');
    const tier = at(/^Tier 1/).first();
    expect(await tier.getAttribute('aria-level')).toBe(
      String(Number(await at(/Egress/).getAttribute('aria-level')) + 1),
    );
    // Into the tiers of the line: the tier is explained within the calculation of its line.
    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 2, name: /^Tier 1/ }).waitFor();
    await page.locator('tr[aria-current=true]').waitFor();
    await page.getByRole('navigation', { name: 'Part of' }).getByText('Egress').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: /^Tier 1/ }).waitFor();
    expect(await tier.getAttribute('aria-selected')).toBe('true');
    // Out to the line, closed, and to the sum of the four lines.
    await tree.focus();
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    expect(await at(/^Tier 1/).count()).toBe(0);
    for (const key of ['Home', 's', 'Enter']) await page.keyboard.press(key);
    await page.getByText('This amount is the sum of 4 lines.').waitFor();
    expect(tab.errors).toEqual([]);
  });

  it('a line among 1,000, of which only those in view are in the page', async () => {
    const page = await open('/invoices/thousand/explain?line=line-998');
    await page.getByRole('heading', { level: 2, name: 'Line 998' }).waitFor();
    const items = page.getByRole('treeitem');
    const chosen = page.getByRole('treeitem', { selected: true });
    expect(await chosen.getAttribute('aria-setsize')).toBe('1000');
    expect(await items.count()).toBeLessThan(60);
    await page.getByRole('tree').focus();
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 2, name: 'Line 999' }).waitFor();
    for (const key of ['Home', 's', 'Enter']) await page.keyboard.press(key);
    await page.getByText('This amount is the sum of 1,000 lines.').waitFor();
    expect(await items.count()).toBeLessThan(60);
    expect(tab.errors).toEqual([]);
  });

  it('a line in German, on the page and as text', async () => {
    const page = await open('/invoices/thousand/explain?line=line-998');
    await page.getByText('billed for 16 of 31 days: 100 × 16 / 31 = 51.612903225806…').waitFor();
    await page.evaluate("localStorage.setItem('tallymark.language', 'de')");
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.reload();
    const steps = [
      'Festbetrag: 100, in jedem Zyklus',
      'anteilig für 16 von 31 Tagen: 100 × 16 / 31 = 51,612903225806…',
    ];
    for (const step of steps) await page.getByRole('listitem').getByText(step, { exact: true }).waitFor();
    await press(page, 'button', 'Als Text kopieren');
    await page.getByRole('button', { name: 'Kopiert' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      steps.map((step) => `- ${step}`).join('\n'),
    );
    expect(tab.errors).toEqual([]);
  });

  it('an alias that a sender misspelled is added, with what it changes before', async () => {
    const before = await draftOf('acme-production');
    const page = await open('/events/uncounted?event_id=typing-error');
    await page.getByText('This event was not counted.').waitFor();
    await page.getByText('1 event like this since').waitFor();
    await press(page, 'button', 'Fix and reprocess');
    await page.getByText('1 event selected').waitFor();
    // 120 calls × 0.01
    await page.getByRole('cell', { name: '$1.20' }).waitFor();
    expect(await draftOf('acme-production')).toBe(before);
    await press(page, 'button', 'Add alias and reprocess 1 event');
    await page.getByText('The alias was added.').waitFor();
    await world.sandbox.settle();
    expect(await draftOf('acme-production')).toBeCloseTo(before + 1.2, 9);
  });

  it('a correction is previewed, confirmed, and followed as a job', async () => {
    const before = await draftOf('acme-production');
    const page = await open('/events/corrections');
    await page.getByLabel('Action').focus();
    // To the first option, which is to reprocess, and down to the next.
    for (const key of ['Home', 'ArrowDown', 'Tab']) await page.keyboard.press(key);
    await page.keyboard.type('acme prod');
    await page.getByRole('option', { name: /Acme production/ }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByLabel('Event ID').focus();
    await page.keyboard.type('typing-error');
    await page.keyboard.press('Enter');
    await page.getByText('1 event selected').waitFor();
    await page.getByRole('cell', { name: '−$1.20' }).waitFor();
    expect(await draftOf('acme-production')).toBe(before);
    await press(page, 'button', 'Correct 1 event');
    await page.getByText('A job corrects 1 event.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Correct 1 event' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /correction/i }).waitFor();
    await world.sandbox.settle();
    expect(await draftOf('acme-production')).toBeCloseTo(before - 1.2, 9);
  });

  it('the space bar starts and pauses the live events, and what came stays', async () => {
    const page = await open('/events');
    await page.getByText('50+ rows').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('0 events since you started').waitFor();
    const event = (id: string) => ({
      ...{ schemaName: 'api-traffic', id, timestamp: '2030-02-02T00:00:00Z', accountId: 'nobody' },
      ...{ attributes: [], dimensions: {} },
    });
    const send = (id: string) => world.sandbox.must.post('/ingest', { event: event(id) });
    await send('live-1');
    await page.getByText('1 events since you started').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('Paused after 1 events.').waitFor();
    await send('live-2');
    await page.keyboard.press('Space');
    await page.getByText('2 events since you started').waitFor();
    await page.getByRole('log').getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('This event was not counted.').waitFor();
    await press(page, 'tab', 'Request');
    await page.getByRole('dialog').getByText('curl -X POST').waitFor();
    expect(tab.errors).toEqual([]);
  });
});
