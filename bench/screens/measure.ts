import type pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '#test/browser.ts';
import { startMeter } from '../bill-run/phases.ts';
import { median } from '../load.ts';
import type { RunningService } from '../processes.ts';
import type { Screen } from './routes.ts';

export interface Measured extends Screen {
  /** Milliseconds from the change of the address to the heading and the first rows or figures. */
  firstContent: number;
  /** Of the page that reads nothing of the organization, in turns with the screen. */
  floor: number;
  /** Until nothing is requested any more. */
  complete: number;
  /** Of the first visit, which loads the code of the screen and fills caches. */
  cold: number;
  /** Processor milliseconds of a visit: other work on the machine changes them less than times. */
  service: number;
  postgres: number;
  requests: { path: string; ms: number }[];
  problem: string | null;
}

/** A form without rows of the organization. */
const FLOOR = '/plans/new';
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
/** A page whose figures never come is measured as so long. */
const PATIENCE_MS = 30_000;

/** Opens each screen so many times, from a page that reads nothing, as people do who work in the console. */
export async function measureScreens(
  service: RunningService,
  { cookie, owner }: { cookie: string; owner: pg.Client },
  { screens, rounds }: { screens: readonly Screen[]; rounds: number },
): Promise<Measured[]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ARGUMENTS });
  try {
    const page = await openConsole(browser, service.url, cookie);
    const meter = await startMeter(service.child.pid ?? 0, owner);
    const all: Measured[] = [];
    for (const screen of screens) {
      const runs = [];
      // The first one loads the code of the screen and is not counted.
      for (let round = 0; round <= rounds; round++) {
        // Loaded anew, the console has no answers of the visit before.
        await load(page, service.url);
        const floor = await visit(page, FLOOR);
        await meter(1);
        const visited = await visit(page, screen.path);
        const { own, postgres } = await meter(1);
        runs.push({ ...visited, floor: floor.firstContent, service: own, postgres });
      }
      const [first, ...warm] = runs;
      const cold = first?.firstContent ?? 0;
      all.push({ ...summarize(screen, warm), cold, problem: await problemOf(page) });
    }
    return all;
  } finally {
    await browser.close();
  }
}

async function openConsole(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'tallymark_session', value: cookie, url }]);
  const page = await context.newPage();
  await load(page, url);
  return page;
}

async function load(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/sandbox/profile`);
  await page.locator('h1').waitFor();
}

interface Visit {
  firstContent: number;
  complete: number;
  requests: { path: string; ms: number }[];
}

async function visit(page: Page, path: string): Promise<Visit> {
  const result = await page.evaluate<Visit>(`(${OPEN})(${JSON.stringify([path, PATIENCE_MS])})`);
  await page.evaluate(QUIET);
  return result;
}

/**
 * In the page: changes the address and looks at each frame. A screen has its first content when it has a
 * heading of its own and no place is still kept for rows or figures.
 */
const OPEN = `async ([path, patience]) => {
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(1000);
  const before = document.querySelector('main h1');
  const started = performance.now();
  history.pushState({}, '', '/console/sandbox' + path);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isDrawn = () => {
    const main = document.querySelector('main');
    const heading = main.querySelector('h1');
    return heading && heading !== before && !main.querySelector('.late, [aria-busy=true]');
  };
  const over = () => performance.now() - started;
  while (!isDrawn() && over() < patience) await frame();
  const firstContent = over();
  let last = over();
  const sent = () => performance.getEntriesByType('resource').filter((each) =>
    each.initiatorType === 'fetch' && !each.name.includes('/assets/'));
  for (let seen = -1; over() - last < 250 && over() < patience; ) {
    await frame();
    if (sent().length !== seen) [seen, last] = [sent().length, over()];
  }
  return {
    firstContent,
    complete: Math.max(firstContent, ...sent().map((each) => each.responseEnd - started)),
    requests: sent().map((each) => ({
      path: new URL(each.name).pathname + new URL(each.name).search,
      ms: each.responseEnd - each.requestStart,
    })),
  };
}`;

/** Nothing left to compute for the page before. */
const QUIET = `new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))`;

async function problemOf(page: Page): Promise<string | null> {
  const heading =
    (await page
      .locator('main h1')
      .first()
      .textContent()
      .catch(() => null)) ?? 'no heading';
  const isProblem = /permission|not found|rejected|went wrong|busy|cannot be reached|no heading/i.test(
    heading,
  );
  return isProblem ? heading : null;
}

function summarize(
  screen: Screen,
  runs: readonly (Visit & Pick<Measured, 'floor' | 'service' | 'postgres'>)[],
): Omit<Measured, 'cold' | 'problem'> {
  const of = (member: 'firstContent' | 'floor' | 'complete' | 'service' | 'postgres') =>
    median(runs.map((run) => run[member]));
  const paths = [...new Set(runs.flatMap(({ requests }) => requests.map(({ path }) => path)))];
  const requests = paths.map((path) => ({
    path,
    ms: median(runs.flatMap((run) => run.requests.filter((each) => each.path === path).map(({ ms }) => ms))),
  }));
  return {
    ...{ ...screen, firstContent: of('firstContent'), floor: of('floor'), complete: of('complete') },
    ...{ service: of('service'), postgres: of('postgres') },
    requests: requests.toSorted((a, b) => b.ms - a.ms),
  };
}
