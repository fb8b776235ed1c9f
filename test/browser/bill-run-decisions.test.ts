import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations, type OpenPage, readOverflow, useBrowser } from '#test/browser.ts';
import { chargeDraft, computeReviews, reviewedRun } from '#test/draft-review-scenario.ts';
import { type MonthCloseWorld, makeMonthCloseWorld } from '#test/month-close-world.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
/** More than a page of the list has. */
const DRAFTS = 130;
/** For whom the length of the list does not matter: each draft that is issued becomes a PDF. */
const FEW_DRAFTS = 12;
let world: MonthCloseWorld;
let count = 0;

async function makeWorld(drafts: number): Promise<void> {
  world = await makeMonthCloseWorld(service, { organization: `decisions-${++count}`, drafts });
}

let tab: OpenPage;
afterEach(() => tab?.close());

const open = async (path: string, view: { width?: number; theme?: 'light' | 'dark' } = {}) => {
  const url = new URL(world.url).origin;
  const session = { name: 'tallymark_session', value: world.person.cookie, url };
  tab = await browser.open(`${world.url}/${path}`, { ...view, cookies: [session], until: 'load' });
  await tab.page.locator('h1').waitFor();
  return tab.page;
};

/** Holds back what blocks the run, so that it can be confirmed. */
async function openRun(): Promise<{ jobId: string; review: Reply['body'] }> {
  const run = await reviewedRun(service, world.sandbox);
  const path = `/ext/v1/draft_reviews/${run.review.id}`;
  const { data } = await world.sandbox.must.get(`${path}/drafts?level=BLOCK`);
  const invoiceIds = data.map(({ invoiceId }: { invoiceId: string }) => invoiceId);
  await world.sandbox.must.post(`${path}/decisions`, { invoiceIds, decision: 'HELD', reason: 'below 0' });
  return run;
}

const draftsOf = async (review: Reply['body'], query: string) =>
  (await world.sandbox.must.get(`/ext/v1/draft_reviews/${review.id}/drafts?${query}`)).data;

/** A review that was begun a moment ago would be shared. */
async function ageReviews(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update draft_reviews set begun_at = begun_at - interval '20 seconds'");
  await client.end();
}

describe('two people', () => {
  beforeEach(() => makeWorld(FEW_DRAFTS));

  it('who confirms after another decided looks again, and then confirms what is there', async () => {
    const { jobId, review } = await openRun();
    const page = await open(`bill-runs/${jobId}?step=confirm`);
    await page.getByRole('textbox', { name: /^Type/ }).fill('Finalize 10 invoices');
    const [{ invoiceId }] = await draftsOf(review, 'level=NONE&pageSize=1');
    await world.sandbox.must.post(`/ext/v1/draft_reviews/${review.id}/decisions`, {
      ...{ invoiceIds: [invoiceId], decision: 'HELD', reason: 'disputed' },
    });
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('This bill run is not as you saw it').waitFor();
    // What was typed is still there.
    expect(await page.getByRole('textbox', { name: /^Type/ }).inputValue()).toBe('Finalize 10 invoices');
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('3 held back').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: /^Type/ }).fill('Finalize 9 invoices');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Confirmed').first().waitFor();
    await page.getByText(/^Confirmed by/).waitFor();
    await page.getByText(new RegExp(`^${world.person.name}, `)).waitFor();
  });

  it('whoever confirms what was rejected is told so, and nothing is issued', async () => {
    const { jobId } = await openRun();
    const page = await open(`bill-runs/${jobId}?step=confirm`);
    await page.getByRole('textbox', { name: /^Type/ }).fill('Finalize 10 invoices');
    await world.sandbox.must.post(`/jobs/${jobId}/reject`);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Someone else has decided about this bill run').waitFor();
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('This bill run was discarded').waitFor();
  });
});

it('what is typed wrongly confirms nothing, and neither does a run with open blocks', async () => {
  await makeWorld(DRAFTS);
  const { jobId } = await reviewedRun(service, world.sandbox);
  const page = await open(`bill-runs/${jobId}?step=confirm`);
  await page.getByText('2 drafts block this bill run').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Back to review' }).click();
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  await page.getByRole('region', { name: 'Drafts' }).getByRole('button', { name: 'Hold back' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('not this month');
  await page.getByRole('dialog').getByRole('button', { name: 'Hold back 100 drafts' }).click();
  await page.getByText('100 held back').waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: /^Type/ }).fill('Finalize 130 invoices');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Type exactly: Finalize 30 invoices').waitFor();
  expect((await world.sandbox.must.get(`/jobs/${jobId}`)).status).toBe('WAITING_FOR_CONFIRMATION');
});

it('a discarded run leaves no number behind', async () => {
  await makeWorld(FEW_DRAFTS);
  const { jobId } = await openRun();
  const page = await open(`bill-runs/${jobId}`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('no invoice number was used').waitFor();
  await page.getByText(/^Discarded by/).waitFor();
  await page.getByText(new RegExp(`^${world.person.name}, `)).waitFor();
  await world.sandbox.settle();
  expect((await world.sandbox.must.get('/invoices?status=DUE')).data).toEqual([]);
  expect((await world.sandbox.must.get(`/jobs/${jobId}`)).status).toBe('CANCELLED');
});

it('what failed names its reason, and is repeated in another run', async () => {
  await makeWorld(FEW_DRAFTS);
  const { jobId, review } = await openRun();
  await world.sandbox.must.post(`/jobs/${jobId}/confirm`);
  const changed = await chargeDraft(world.sandbox, 'bare', [{ name: 'Late fee', value: '5' }]);
  await world.sandbox.settle();
  const [{ amount }] = await draftsOf(review, `_search=${changed}`);
  const page = await open(`bill-runs/${jobId}`);
  await page.getByText('1 invoice was not issued').waitFor();
  await page.getByRole('link', { name: 'Show failed' }).click();
  await page.getByText('1 row', { exact: true }).waitFor();
  await page.getByText(`Changed to USD ${(amount + 5).toFixed(2)} since the review`).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Retry 1 invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry 1 invoice' }).click();
  await page.getByText(/^Checking drafts/).waitFor();
  await computeReviews(service);
  await page.getByText('1 draft', { exact: true }).waitFor();
});

it('a finding is dismissed with a comment beside the list, and opened again', async () => {
  await makeWorld(FEW_DRAFTS);
  const { jobId } = await reviewedRun(service, world.sandbox);
  const page = await open(`bill-runs/${jobId}`);
  await page
    .getByRole('row', { name: /Negative total/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Refund as agreed');
  await page.getByRole('button', { name: 'Dismiss this finding' }).click();
  await drawer.getByText('Refund as agreed').waitFor();
  await drawer.getByRole('button', { name: 'Reopen' }).click();
  await drawer.getByRole('button', { name: 'Dismiss' }).waitFor();
  await drawer.getByRole('button', { name: 'Comment' }).click();
  await page.getByRole('textbox', { name: /^About/ }).fill('Asked the customer');
  await page.getByRole('dialog', { name: 'Comment' }).getByRole('button', { name: 'Comment' }).click();
  await drawer.getByText('Asked the customer').waitFor();
});

it('whoever looks why a draft is that much comes back to its row', async () => {
  await makeWorld(FEW_DRAFTS);
  const { jobId } = await reviewedRun(service, world.sandbox);
  const page = await open(`bill-runs/${jobId}`);
  await page.getByRole('row').nth(3).waitFor();
  const current = page.locator('tr.outline-accent');
  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
  const left = await current.textContent();
  await page.keyboard.press('e');
  await page.waitForURL(/\/explain/);
  await page.goBack();
  await page.getByRole('row').nth(3).waitFor();
  await current.waitFor();
  expect(await current.textContent()).toBe(left);
});

describe('the month close', () => {
  // None of them changes anything.
  beforeAll(() => makeWorld(DRAFTS));
  beforeEach(() => ageReviews(service.databaseUrl));

  it.each([
    { width: 1280, theme: 'light' },
    { width: 360, theme: 'dark' },
  ] as const)('at $width px in $theme has every draft, and totals of all of them', async (view) => {
    const page = await open('month-close', view);
    await page.getByText(/^Computing drafts/).waitFor();
    await computeReviews(service);
    const bar = page.getByRole('region', { name: 'Totals' });
    await bar.getByText('130 drafts').waitFor();
    const { clean, warned } = world.cents;
    const cents = String(clean + warned - 3080n);
    const shown = (await bar.locator('[data-total=USD]').textContent()) ?? '';
    expect(shown.replaceAll(/\D/g, '')).toBe(cents);
    expect(await findViolations(page)).toEqual([]);
    expect(await readOverflow(page)).toBe(0);
  });

  it('shows no row that is a minute old, and the next ones when they are there', async () => {
    const url = new URL(world.url).origin;
    const session = { name: 'tallymark_session', value: world.person.cookie, url };
    tab = await browser.open(`${world.url}/bill-runs`, { cookies: [session] });
    const { page } = tab;
    await page.clock.install();
    const isNext = (response: { url(): string; request(): { method(): string } }) =>
      response.url().endsWith('/draft_reviews') && response.request().method() === 'POST';
    const begun = page.waitForResponse(isNext);
    await page.getByRole('link', { name: 'Month close' }).last().click();
    await page.getByText(/^Computing drafts/).waitFor();
    await begun;
    await computeReviews(service);
    await page.getByText('130 drafts').waitFor();
    await page.getByRole('row').nth(10).waitFor();
    await page.clock.runFor(20_000);
    expect(await page.getByRole('row').count()).toBeGreaterThan(10);
    // For the service, as much time has passed; the next review is begun, but nobody computes it.
    await ageReviews(service.databaseUrl);
    await Promise.all([page.waitForResponse(isNext), page.clock.runFor(31_000)]);
    await page.getByText('These amounts are older than a minute').waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
    await computeReviews(service);
    // The clock of the page is 51 s ahead, and goes on by itself: its timers find the next review.
    await page.getByText('130 drafts').waitFor();
  });

  it('writes every draft to the file, with names and exact amounts', async () => {
    const page = await open('month-close');
    await page.getByText(/^Computing drafts/).waitFor();
    await computeReviews(service);
    await page.getByText('100+ rows').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const [heading, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(heading).toMatch(/^Customer,Plan,Amount now,Last month,Change,Flags,Computed,/);
    expect(lines).toHaveLength(DRAFTS);
    expect(lines.filter((line) => line.startsWith('Bare Ltd,,200.2,,'))).toHaveLength(1);
  });
});
