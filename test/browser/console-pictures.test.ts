import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, readOverflow, useBrowser } from '#test/browser.ts';
import { roundsOf } from '#test/effort.ts';
import { makePictureWorld, type PictureState, type PictureWorld } from '#test/picture-states.ts';
import {
  addToGallery,
  checkPicture,
  checkReadmePicture,
  compare,
  GALLERY,
  IS_RECORDING,
  recordedVersion,
  recordVersion,
  takePicture,
} from '#test/pictures.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
/** The two of every picture that is kept, and those that are only looked at. */
const VIEWS = [
  { name: 'light-1280', width: 1280, theme: 'light', isKept: true },
  { name: 'dark-360', width: 360, theme: 'dark', isKept: true },
  { name: 'dark-1280', width: 1280, theme: 'dark', isKept: false },
  { name: 'light-360', width: 360, theme: 'light', isKept: false },
] as const;
/** Of all states, in turn: each takes a second or two. */
const EVERY_DAY = 8;
const RETRIES = 3;
const RETRY_MS = 700;
const IN_README = 'explanation-light-1280';

let world: PictureWorld;
let tabs: { member: OpenPage; guest: OpenPage };
beforeAll(async () => {
  // Two months of usage and their invoices.
  world = await makePictureWorld(service);
  const session = { name: 'tallymark_session', value: world.person.cookie, url: world.origin };
  const [member, guest] = await Promise.all([
    browser.open(`${world.origin}/console/sandbox/profile`, { cookies: [session] }),
    browser.open(`${world.origin}/console/`),
  ]);
  tabs = { member, guest };
  await Promise.all([drawInOwnFont(member), drawInOwnFont(guest)]);
}, 900_000);
afterAll(() => Promise.all([tabs?.member.close(), tabs?.guest.close()]));

it('thirty states look as they did', async ({ skip }) => {
  const major = Number(
    (await tabs.member.page.evaluate<string>('navigator.userAgent')).match(/Chrome\/(\d+)/)?.[1],
  );
  if (IS_RECORDING) await recordVersion(major);
  const recorded = await recordedVersion();
  if (recorded !== major) skip(`the pictures are of Chromium ${recorded}, and this is ${major}`);
  const isAll = IS_RECORDING || GALLERY !== null;
  const seen = isAll ? world.states : roundsOf(world.states, { everyday: EVERY_DAY });
  const faults: string[] = [];
  for (const state of seen) faults.push(...(await checkState(state)));
  expect(faults.join('\n')).toBe('');
  expect(world.states.length).toBeGreaterThanOrEqual(30);
}, 600_000);

async function checkState(state: PictureState): Promise<string[]> {
  const tab = state.isGuest ? tabs.guest : tabs.member;
  const { page, settled } = tab;
  await show(tab, VIEWS[0]);
  await answerInstead(tab, state);
  await visit(tab, state);
  await state.act?.(page);
  await settled();
  const faults: string[] = [];
  for (const view of VIEWS.filter(({ isKept }) => isKept || GALLERY !== null)) {
    await show(tab, view);
    await settled();
    const name = `${state.name}-${view.name}`;
    let picture = await takePicture(page);
    let differences = view.isKept ? await checkPicture(name, picture) : [];
    // On a busy machine, the last response may be drawn late.
    for (let retries = 0; differences.length > 0 && retries < RETRIES; retries++) {
      await page.waitForTimeout(RETRY_MS);
      picture = await takePicture(page);
      differences = await checkPicture(name, picture);
    }
    await addToGallery(name, picture);
    faults.push(...differences);
    if (name === IN_README) faults.push(...(await checkReadmePicture(picture)));
    const overflow = await readOverflow(page);
    if (overflow > 0) faults.push(`${name}: ${overflow} px too wide`);
  }
  await page.keyboard.press('Escape');
  return faults;
}

/** Readers get the font of their system if the page's own comes late; which one would be left to chance. */
async function drawInOwnFont({ page, settled }: OpenPage): Promise<void> {
  await page.context().route(/\/assets\/[^/]+\.css$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll('font-display:optional', 'font-display:block') });
  });
  await page.reload();
  await settled();
  expect(await page.evaluate("document.fonts.check('13px Inter Variable')")).toBe(true);
}

async function show({ page }: OpenPage, { width, theme }: (typeof VIEWS)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'; scrollTo(0, 0)`);
}

async function answerInstead({ page }: OpenPage, { responses = {}, ordered }: PictureState): Promise<void> {
  await page.unrouteAll();
  if (ordered !== undefined)
    await page.route(
      (url) => url.pathname === ordered,
      async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = await response.json();
        await route.fulfill({ response, json: { ...rest, data: inOwnOrder(data) } });
      },
    );
  for (const [path, { status, body, headers }] of Object.entries(responses))
    await page.route(
      (url) => url.pathname.endsWith(path),
      (route) => route.fulfill({ status, json: body, ...(headers && { headers }) }),
    );
}

/** By what a reader sees of the rows. */
function inOwnOrder(rows: readonly Record<string, string | number>[]) {
  const keyOf = (row: (typeof rows)[number]) =>
    ['invoiceDate', 'name', 'customerId', 'ownerId', 'status', 'totalAmount']
      .map((member) => row[member])
      .join();
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
}

/** Within an environment as a link does; to the other one, and for a guest, the page is loaded. */
async function visit({ page, settled }: OpenPage, { path, isGuest }: PictureState): Promise<void> {
  const environmentOf = (of: string) => of.startsWith('/console/sandbox');
  const target = `/console${path}`;
  const isSame = environmentOf(target) === environmentOf(new URL(page.url()).pathname);
  if (isSame && !isGuest) await page.evaluate(`history.pushState({}, '', ${JSON.stringify(target)})`);
  else await page.goto(world.origin + target);
  await settled();
  await page.locator('h1').first().waitFor();
}

it('a picture that differs is seen to, and one with another id is not', async () => {
  const { page } = tabs.guest;
  await page.goto(`${world.origin}/console/`);
  await page.locator('h1').waitFor();
  const kept = await takePicture(page);
  expect(await compare('same', { kept, now: await takePicture(page) })).toEqual([]);
  await page.evaluate("document.querySelector('form button, button').style.marginLeft = '40px'");
  expect(await compare('moved', { kept, now: await takePicture(page) })).toEqual([
    expect.stringMatching(/^moved: \d+ of \d+ pixels differ, \d+ of them within 24 × 24 .*moved\.png$/),
  ]);
});

it('the README shows the picture', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toMatch(/!\[[^\]]{20,}\]\(docs\/console\.png\)/);
});
