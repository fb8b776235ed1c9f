import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { computeReviews } from '#test/draft-review-scenario.ts';
import { type MonthCloseWorld, makeMonthCloseWorld } from '#test/month-close-world.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
const DRAFTS = 600;
let world: MonthCloseWorld;
beforeAll(async () => {
  world = await makeMonthCloseWorld(service, { organization: 'month-close', drafts: DRAFTS });
}, 120_000);

let tab: OpenPage;
afterEach(() => tab?.close());

const open = async (path: string) => {
  const url = new URL(world.url).origin;
  const session = { name: 'tallymark_session', value: world.person.cookie, url };
  tab = await browser.open(`${world.url}/${path}`, { cookies: [session] });
  return tab.page;
};

/** Reaches a control as the keyboard does, and presses it. */
async function press(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 80; count++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(`(document.activeElement?.textContent ?? '').trim()`);
    if (at === name) return page.keyboard.press('Enter');
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

/** Answers the open dialog by keyboard: its field has the focus. */
async function answer(page: Page, reason: string, button: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type(reason);
  await press(page, button);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const dollars = (cents: bigint) => {
  const [whole, part] = [cents / 100n, cents % 100n];
  return `USD\u00a0${whole.toLocaleString('en-US')}.${part.toString().padStart(2, '0')}`;
};

describe('month close of 600 drafts by keyboard alone', () => {
  it('is reviewed without opening one, and what is issued is what was confirmed', async () => {
    const page = await open('invoices');
    const opened: string[] = [];
    page.on('request', (request) => {
      if (/\/invoices\/inv/.test(request.url()) && request.method() === 'GET') opened.push(request.url());
    });
    for (const key of ['g', 'b', 'b']) await page.keyboard.press(key);
    await page.getByText(`${DRAFTS} drafts wait for a bill run.`).waitFor();
    await press(page, 'New bill run');
    await page.getByRole('heading', { name: 'New bill run' }).waitFor();
    await press(page, 'Create and check');
    await page.getByText(/^Checking drafts/).waitFor();
    await computeReviews(service);
    await page.getByText('Block: dismiss the finding').waitFor();

    // Two below 0 are held back; four with a warning are approved. An approved one leaves its group.
    for (let count = 0; count < 2; count++) {
      await page.keyboard.press('j');
      await page.keyboard.press('h');
      await answer(page, 'Belongs on a credit note', 'Hold back 1 draft');
    }
    await page.getByText('2 held back').waitFor();
    await page.keyboard.press('j');
    for (let left = 3; left >= 0; left--) {
      await page.keyboard.press('a');
      await answer(page, 'As agreed with the customer', 'Approve 1 draft');
      await page
        .getByRole('row', { name: /Warning (?:Missing|Unused)/ })
        .nth(left)
        .waitFor({ state: 'detached' });
    }
    const total = dollars(world.cents.clean + world.cents.warned);
    const bar = page.getByRole('region', { name: 'Totals' });
    expect(await bar.locator('[data-total=USD]').textContent()).toBe(total);
    await page.keyboard.press('f');
    const sentence = `Finalize ${DRAFTS - 2} invoices`;
    await page.getByText(`${sentence}: ${total}`).waitFor();
    await page.keyboard.type(sentence);
    await page.keyboard.press('Enter');
    await page.getByText('Confirmed').first().waitFor();
    await world.sandbox.settle();
    await page.getByText('Completed').first().waitFor();
    expect(await figure(page, 'Confirmed')).toBe(total);
    expect(await figure(page, 'Issued')).toBe(total);
    expect(await figure(page, 'Failed')).toBe('0');
    expect(opened).toEqual([]);
    expect(tab.errors).toEqual([]);
  }, 120_000);
});

function figure(page: Page, label: string): Promise<string | null> {
  return page.locator(`dt:text-is("${label}") + dd`).textContent();
}
