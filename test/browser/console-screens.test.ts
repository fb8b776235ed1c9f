import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findViolations,
  listRequestsBeforeContent,
  listShifted,
  type OpenPage,
  readLayoutShift,
  readOverflow,
  useBrowser,
} from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { IS_FULL, roundsOf } from '#test/effort.ts';
import { keepPiece } from '#test/examples/scheduled-work.ts';
import { addPerson } from '#test/people.ts';
import { showPseudo } from '#test/pseudo-page.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let world: ConsoleWorld;
beforeAll(async () => {
  const made = await makeConsoleWorld(service, 'console-screens');
  // An administrator of the first organization operates the deployment.
  await addPerson(service, { organization: 'default', of: made.person });
  await keepPiece(service, 'console-screens');
  world = { ...made, screens: [...made.screens, 'system'] };
});

const VIEWS = [
  { width: 1280, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1280, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const;

/** To first content: what a screen may send before its heading is drawn. */
const MAX_REQUESTS = 3;

/**
 * What the frame sends whatever the screen: the clock, the events of the last hour, how many requests wait
 * for approval; and while any wait, those about the record that is shown.
 */
const OF_FRAME = [
  ...[/^GET \S*\/ext\/v1\/clock$/, /^POST \S*\/metrics \{.*"id":"hour"/],
  ...[/^GET \S*\/ext\/v1\/approval_counts$/, /^GET \S*\/ext\/v1\/approvals\?.*\brecord_id=/],
];

/**
 * Each screen in every view with --full. Every day each in one of them, in turn, without loading it anew; axe
 * looks at every other screen, so that eight days take all.
 */
describe.each(VIEWS)('at $width px in $theme', (view) => {
  const turn = VIEWS.indexOf(view);
  let tab: OpenPage;
  beforeAll(async () => {
    tab = await browser.open(`${world.url}/profile`, { ...view, cookies: [sessionOf(world)] });
  });
  afterAll(() => tab?.close());

  it('every screen loads without a fault', async () => {
    const screens = roundsOf(world.screens, { everyday: Math.ceil(world.screens.length / 4), from: turn });
    expect(screens.length).toBeGreaterThan(5);
    const everyday = Math.ceil(world.screens.length / 8);
    const inspected = new Set(roundsOf(world.screens, { everyday, from: turn }));
    expect(screens.filter((screen) => inspected.has(screen)).length).toBeGreaterThan(screens.length / 2 - 1);
    const faults: Record<string, unknown> = {};
    const headings = new Set<string>();
    for (const screen of screens) {
      await visit(tab, `${world.url}/${screen}`);
      headings.add((await tab.page.locator('h1').textContent()) ?? '');
      const found = await faultsOf(tab);
      if (inspected.has(screen)) found.push(...(await findViolations(tab.page)));
      if (found.length > 0) faults[screen] = found;
    }
    expect(faults).toEqual({});
    // Each screen was opened, rather than one of them again and again.
    expect(headings.size).toBeGreaterThan(screens.length / 2);
    expect(tab.foreignRequests).toEqual([]);
  }, 1_200_000);
});

it('every text is of the catalogue or data, and fits if it is half as long again', async () => {
  const session = { cookies: [sessionOf(world)] };
  const { page, settled, close } = await browser.open(`${world.url}/profile`, session);
  const pseudo = await showPseudo(page);
  const faults: Record<string, string[]> = {};
  for (const screen of roundsOf(world.screens, { everyday: 12 })) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`${world.url}/${screen}`)})`);
    await settled();
    const wide = await pseudo.listFaults();
    await page.setViewportSize({ width: 360, height: 800 });
    await settled();
    const narrow = await pseudo.listFaults();
    if (wide.length + narrow.length > 0) faults[screen] = [...wide, '360 px:', ...narrow];
  }
  expect(faults).toEqual({});
  await close();
}, 1_200_000);

it('a text that is not translated, and one that does not fit, are seen', async () => {
  const { page, settled, close } = await browser.open(`${world.url}/profile`, {
    cookies: [sessionOf(world)],
  });
  const pseudo = await showPseudo(page);
  await settled();
  expect(await pseudo.listFaults()).toEqual([]);
  await page.evaluate(`{
    const add = (text, style = {}) => {
      const element = Object.assign(document.createElement('div'), { textContent: text });
      Object.assign(element.style, style);
      document.querySelector('main').append(element);
      return element;
    };
    add('Hard-coded text');
    add('[Fóúñd]').title = 'Hard-coded title';
    const narrow = { width: '40px', whiteSpace: 'nowrap' };
    add('[Çút óff~~~~]', { ...narrow, overflow: 'hidden' });
    add('[Tóó wídé~~~]', narrow);
    add('[Bélów~~~~~~]');
    add('[Ábóvé~~~~~~]', { marginTop: '-20px' });
  }`);
  expect(await pseudo.listFaults()).toEqual([
    'no text of the catalogue: "Hard-coded text"',
    'no text of the catalogue: title="Hard-coded title"',
    'is cut: "[Çút óff~~~~]"',
    'leaves its element: "[Tóó wídé~~~]"',
    'overlap: "[Bélów~~~~~~]" and "[Ábóvé~~~~~~]"',
  ]);
  await close();
});

it('the operator sees failing work on the system page, and others do not see the page', async () => {
  const { page, close } = await browser.open(`${world.url}/system`, { cookies: [sessionOf(world)] });
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
  await page.getByText('it was given up').waitFor();
  await page.getByText('console-screens', { exact: true }).first().waitFor();
  await page.getByText('REQUEST_LOG_DAYS').waitFor();
  const alert = page.getByRole('alert').filter({ hasText: 'Scheduled work is on hold' });
  await alert.getByRole('link', { name: 'What to do' }).click();
  await page.getByRole('heading', { level: 2, name: 'TallymarkWorkOnHold' }).waitFor();
  await close();
  const other = await addPerson(service, { organization: 'console-screens' });
  const session = { ...sessionOf(world), value: other.cookie };
  const theirs = await browser.open(`${world.url}/system`, { cookies: [session] });
  await theirs.page.getByText('this operation is for operators of the deployment').waitFor();
  expect(await theirs.page.getByRole('link', { name: 'System', exact: true }).count()).toBe(0);
  await theirs.close();
});

it('a screen with a fault is seen to have it', async () => {
  const opened = await browser.open(`${world.url}/profile`, { cookies: [sessionOf(world)] });
  const { page, close } = opened;
  expect(await faultsOf(opened)).toEqual([]);
  // By script: the policy of the page forbids styles in markup.
  await page.evaluate(`{
    const wide = Object.assign(document.createElement('div'), { textContent: 'wide' });
    wide.style.width = '5000px';
    document.querySelector('main').append(document.createElement('img'), wide);
  }`);
  expect((await findViolations(page)).join()).toContain('image-alt');
  // Another screen has not been drawn yet.
  const four = "[1, 2, 3, 4].map((each) => fetch('/ready?' + each))";
  await page.evaluate(`leaveScreen(); Promise.all(${four}).then(() => null)`);
  expect(await faultsOf(opened)).toEqual([
    'sends 4 requests before its content',
    ...[1, 2, 3, 4].map((each) => `GET /ready?${each}`),
    expect.stringMatching(/ px too wide$/),
  ]);
  await close();
});

/** The heading of the screen that is shown between others, which was loaded before. */
const PROFILE = 'Your account';

/** Follows a link as the console does; with --full, loads the page anew, which takes twice as long. */
async function visit({ page, errors, settled }: OpenPage, url: string): Promise<void> {
  errors.length = 0;
  if (IS_FULL) await page.goto(url);
  else {
    const show = (path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
    // From a screen of another kind: between two records of one kind, what stays on the page may move.
    await show(`${new URL(url).pathname.split('/', 3).join('/')}/profile`);
    await page.locator('h1', { hasText: PROFILE }).waitFor();
    await page.evaluate('globalThis.layoutShift = 0; globalThis.shifted = []; globalThis.leaveScreen()');
    await show(url);
  }
  await settled();
  await page.locator('h1').waitFor();
}

async function faultsOf({ page, errors }: OpenPage): Promise<string[]> {
  const heading = (await page.locator('h1').textContent()) ?? '';
  const overflow = await readOverflow(page);
  const shift = await readLayoutShift(page);
  const sent = await listRequestsBeforeContent(page);
  const own = sent.filter((each) => !OF_FRAME.some((pattern) => pattern.test(each)));
  return [
    ...errors,
    ...(own.length > MAX_REQUESTS ? [`sends ${own.length} requests before its content`, ...own] : []),
    ...(/permission|not found|was rejected|went wrong|has changed|busy|cannot be reached/i.test(heading)
      ? [`shows "${heading}"`]
      : []),
    ...((await page.evaluate('globalThis.hit')) ? ['ran a text as code'] : []),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(shift > 0.02 ? [`shifts by ${shift}`, ...(await listShifted(page))] : []),
  ];
}

function sessionOf({ url, person }: ConsoleWorld) {
  return { name: 'tallymark_session', value: person.cookie, url: new URL(url).origin };
}
