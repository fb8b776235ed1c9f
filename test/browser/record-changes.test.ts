import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { roundsOf } from '#test/effort.ts';
import { makeRecordPairs, type RecordPair } from '#test/record-pairs.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
const ORGANIZATION = 'record-changes';
let world: ConsoleWorld;
let pairs: Record<string, RecordPair>;
let tab: OpenPage;
beforeAll(async () => {
  world = await makeConsoleWorld(service, ORGANIZATION);
  pairs = await makeRecordPairs(service, world, ORGANIZATION);
  const session = { name: 'tallymark_session', value: world.person.cookie, url: new URL(world.url).origin };
  tab = await browser.open(`${world.url}/profile`, { cookies: [session] });
});
afterAll(() => tab?.close());

/** What is typed into a record, and must not be seen on the next one. */
const TYPED = 'typed-before';
/** Between two looks at a page that is not yet what it becomes. */
const PAUSE_MS = 100;

it('every page of a record is covered', () => {
  const routes = globSync('web/console/routes/**/*-route.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/path: '(\/[^']*\$[^']*)'/g)].map(([, path]) => path),
  );
  expect(routes.length).toBeGreaterThan(35);
  expect(Object.keys(pairs).sort()).toEqual(routes.sort());
});

it('nothing that was typed, opened or loaded on one record appears on the next', async () => {
  const routes = roundsOf(Object.entries(pairs), { everyday: 11 });
  const faults: Record<string, unknown> = {};
  for (const [route, [from, to]] of routes) {
    await open(to);
    const fresh = await textOf();
    await open(from);
    await typeAndOpen();
    await show(to);
    const found = [...(await leftovers()), ...(await differences(fresh))];
    const { pathname, search } = new URL(tab.page.url());
    if (!`${pathname}${search}`.endsWith(to)) found.push(`the address is ${pathname}${search}`);
    if (found.length > 0 && !(await appearsLate(to, found))) faults[route] = found;
  }
  expect(faults).toEqual({});
}, 600_000);

/** As the palette, a link or the keys [ and ] do, and without the question about unsaved changes. */
async function show(path: string): Promise<void> {
  const { pathname } = new URL(`${world.url}/${path}`);
  await tab.page.evaluate(`history.pushState({}, '', ${JSON.stringify(pathname)})`);
  await tab.settled();
}

/** The page of a record as somebody sees it who comes from a page of another kind. */
async function open(path: string): Promise<void> {
  await show('profile');
  const heading = tab.page.locator('h1');
  const before = (await heading.textContent()) ?? '';
  await show(path);
  await heading.filter({ hasNotText: before }).waitFor();
  await tab.settled();
}

/** Types into the first fields, opens the first dialog, and types there, too. */
async function typeAndOpen(): Promise<void> {
  const { page } = tab;
  const fields = ':is(input:not([type]), input[type=text], input[type=email], textarea):enabled';
  for (const field of (await page.locator(`main ${fields}`).all()).slice(0, 3))
    if (await field.isVisible()) await field.fill(TYPED);
  const button = page.locator('main header button:not([aria-pressed]):not([aria-label])').first();
  if ((await button.count()) === 0) return;
  await button.click();
  await tab.settled();
  const inside = page.locator(`[role=dialog] ${fields}`).first();
  if ((await inside.count()) > 0) await inside.fill(TYPED);
}

async function leftovers(): Promise<string[]> {
  const { page } = tab;
  const values = await page.evaluate<string[]>(
    `[...document.querySelectorAll('input, textarea')].map(({ value }) => value)`,
  );
  return [
    ...values.filter((value) => value.includes(TYPED)).map((value) => `a field has ${value}`),
    ...((await page.locator('[role=dialog]').count()) > 0 ? ['a dialog is open'] : []),
  ];
}

/** The lines of the page, without times that go on and the legends of charts, which draw themselves later. */
async function textOf(): Promise<string[]> {
  const linesOf = (selector: string) =>
    tab.page.evaluate<string[]>(
      `[...document.querySelectorAll('${selector}')].flatMap((each) => each.innerText.split('\\n'))`,
    );
  const [lines, legends] = [await linesOf('main'), await linesOf('main .u-legend')];
  return lines.filter((line) => !legends.includes(line) && !/ago|now|second/.test(line));
}

/** Whether a fresh page comes to show all of it: a printed document is drawn long after the page. */
async function appearsLate(path: string, found: readonly string[]): Promise<boolean> {
  await open(path);
  for (let round = 0; round < 20; round++) {
    const lines = new Set((await textOf()).map((line) => `shows ${line}`));
    if (found.every((fault) => lines.has(fault))) return true;
    await tab.page.waitForTimeout(PAUSE_MS);
  }
  return false;
}

/** Lines that the page has only now; a slow machine is waited for. */
async function differences(fresh: readonly string[]): Promise<string[]> {
  let shown: string[] = [];
  for (let round = 0; round < 20; round++) {
    shown = (await textOf()).filter((line) => !fresh.includes(line));
    if (shown.length === 0) return [];
    await tab.settled();
    await tab.page.waitForTimeout(PAUSE_MS);
  }
  return shown.map((line) => `shows ${line}`);
}
