import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it, test } from 'vitest';
import { findViolations, type OpenPage, readOverflow, type Theme, useBrowser } from '#test/browser.ts';
import { useKitGallery } from '#test/kit-gallery.ts';

const browser = useBrowser();
const url = useKitGallery();
let tab: OpenPage;
afterEach(() => tab?.close());

const open = async (path: string, view = {}) => {
  tab = await browser.open(`${url()}/#/${path}`, view);
  return tab.page;
};

const focused = (page: Page) =>
  page.evaluate(`(({ ariaLabel, name, textContent }) => ariaLabel || name || textContent)(
    document.activeElement)`);

/** The processor time of the page's thread, in milliseconds: other work on the machine does not count. */
async function measureCpu(page: Page, script: string): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await client.send('Performance.enable');
  const read = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
  };
  const before = await read();
  await page.evaluate(script);
  return (await read()) - before;
}

describe.each([
  [1280, 'light'],
  [360, 'dark'],
] as [number, Theme][])('at %i px in %s', (width, theme) => {
  it.each(['form', 'table', 'chart'])('the page %s has no fault', async (path) => {
    const page = await open(path, { width, theme });
    await page.locator('h1').waitFor();
    expect([await findViolations(page), await readOverflow(page), tab.errors]).toEqual([[], 0, []]);
  });
});

describe('a form', () => {
  it('names what is wrong where it is, and sends exact numbers', async () => {
    const page = await open('form');
    await page.getByRole('checkbox', { name: 'Public' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await focused(page)).toBe('name');
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Enter a name').waitFor();
    await page.getByText('A public plan needs a note').waitFor();
    await page.keyboard.type('Pro');
    expect(await page.getByText('Enter a name').count()).toBe(0);
    await page.getByLabel('Note').fill('For everybody');
    await page.getByLabel('Minimum').fill('1,234.50');
    await page.getByText('Read as 1234.50').waitFor();
    await page.getByRole('radio', { name: /Volume/ }).check();
    await page.getByText('5 unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(JSON.parse((await page.locator('output').textContent()) ?? '')).toEqual({
      ...{ name: 'Pro', note: 'For everybody', currency: 'USD', start: '2030-01-31', model: 'VOLUME' },
      ...{ isPublic: true, minimum: '1234.50', tiers: [['0', '0.10']] },
    });
  });

  it('says what is wrong with a field once it was left', async () => {
    const page = await open('form');
    await page.getByLabel('Minimum').fill('a lot');
    expect(await page.getByText('Enter a number').count()).toBe(0);
    await page.getByLabel('Minimum').blur();
    await page.getByText('Enter a number').waitFor();
  });

  it('adds, moves and removes rows by the keyboard', async () => {
    const page = await open('form');
    const prices = () =>
      page
        .getByRole('textbox', { name: 'Price' })
        .evaluateAll((all) => all.map((each) => (each as { value?: string }).value));
    await page.getByRole('button', { name: 'Add tier' }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('tiers.1.from');
    for (const key of ['1', '0', '0', 'Tab', '5', 'Tab']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Move up: Tier 2' }).press('Enter');
    expect(await prices()).toEqual(['5', '0.10']);
    await page.getByRole('button', { name: 'Remove: Tier 1' }).press('Enter');
    expect(await prices()).toEqual(['0.10']);
    expect(await focused(page)).toBe('Add tier');
    await page.getByRole('button', { name: 'Remove: Tier 1' }).press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Add at least one tier').waitFor();
  });

  it('asks before changes are lost', async () => {
    const page = await open('form');
    await page.getByRole('link', { name: '/table' }).click();
    await page.getByRole('heading', { name: 'Table' }).waitFor();
    await page.getByRole('link', { name: '/form' }).click();
    await page.getByLabel('Name').fill('Pro');
    await page.getByRole('link', { name: '/table' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Pro');
    await page.getByRole('link', { name: '/table' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Table' }).waitFor();
  });
});

describe('a table of 10,000 rows', () => {
  it('has few of them in the page, scrolls without long work, and is walked by keys', async () => {
    const page = await open('table');
    await page.getByText('10,000+ rows').waitFor();
    const steps = 40;
    const cpuMs = await measureCpu(
      page,
      `(async () => {
        const scroller = document.querySelector('section[aria-label="Rows"]');
        for (let step = 1; step <= ${steps}; step++) {
          scroller.scrollTop = step * 400;
          await new Promise(requestAnimationFrame);
        }
      })()`,
    );
    expect(await page.locator('tbody tr').count()).toBeLessThan(80);
    // Each step draws eleven other rows, in about 30 ms.
    expect(cpuMs / steps).toBeLessThan(100);
    for (const key of ['j', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    expect(await page.getByRole('link', { name: 'Row 2' }).first().isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Row 2' }).waitFor();
  });

  it('names the rows that could not be processed, and keeps them selected', async () => {
    const page = await open('table');
    for (const name of ['row-0', 'row-2']) await page.getByLabel(`Select ${name}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Process 2' }).click();
    await page.getByText('1 row could not be processed').waitFor();
    await page.getByText('Row 2: It is locked.').waitFor();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('could not be processed').count()).toBe(0);
  });

  it('the last column cannot be hidden', async () => {
    const page = await open('table');
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['name', 'status', 'amount', 'id'])
      await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    // That of the selection, and one more.
    expect(await page.locator('thead th').count()).toBe(2);
  });

  it('is lines on a narrow screen, whose rows can be selected as well', async () => {
    const page = await open('table', { width: 360 });
    expect(await page.locator('table').count()).toBe(0);
    await page.getByLabel('Select row-0', { exact: true }).check();
    await page.getByRole('button', { name: 'Process 1' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('table').waitFor();
    await page.getByRole('button', { name: 'Process 1' }).waitFor();
  });
});

describe('a chart', () => {
  it('is a picture with words, and the same as a table', async () => {
    const page = await open('chart');
    const picture = page.getByRole('img', {
      name: 'Cost: lowest $100.50 on Jan 1, 2030, highest $172.50 on Jan 25, 2030. Forecast: lowest $194.00',
    });
    await picture.waitFor();
    expect(await picture.locator('canvas').count()).toBe(1);
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    await page.getByRole('row', { name: 'Jan 1, 2030 $100.50 —' }).waitFor();
    await page.getByRole('row', { name: 'Jan 11, 2030 — —' }).waitFor();
    await page.getByText('There is no data for this period.').waitFor();
  });

  it('is drawn anew for another theme and another width', async () => {
    const page = await open('chart');
    const canvas = page.locator('canvas');
    const before = await canvas.screenshot();
    await page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
    expect((await canvas.screenshot()).equals(before)).toBe(false);
    await page.setViewportSize({ width: 500, height: 800 });
    await page.waitForFunction('document.querySelector("canvas").getBoundingClientRect().width < 500');
  });
});

test('the steps of a task lead back to those that are done', async () => {
  const page = await open('chart');
  const steps = page.getByRole('list', { name: 'Steps' });
  expect(await steps.locator('[aria-current="step"]').textContent()).toBe('3review');
  expect(await steps.getByRole('button').count()).toBe(2);
  await steps.getByRole('button', { name: 'select' }).click();
  expect(await steps.locator('[aria-current="step"]').textContent()).toBe('1select');
});
