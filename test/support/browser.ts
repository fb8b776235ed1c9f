import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe, { type AxeResults, type NodeResult } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export type Theme = 'light' | 'dark';

interface View {
  /** Of the viewport, in CSS pixels; 1280 unless given. */
  width?: number;
  height?: number;
  /** The preferred colour scheme; light unless given. */
  theme?: Theme;
  /** Of the service, such as that of a session. */
  cookies?: { name: string; value: string; url: string }[];
  /** False for a browser without JavaScript. */
  javaScript?: boolean;
  /** When the page counts as open: by default when it has settled. */
  until?: 'settled' | 'load';
}

/** A page in a context of its own, with everything that went wrong in it since it was opened. */
export interface OpenPage {
  page: Page;
  /** Errors on the console and uncaught exceptions. */
  errors: string[];
  /** URLs that the page requested from other hosts. */
  foreignRequests: string[];
  /** Resolves once the page waits for no response, has nothing left to draw, and stays so. */
  settled(): Promise<void>;
  /** Loads another URL, and waits for the page as when it was opened. */
  load(url: string): Promise<void>;
  close(): Promise<void>;
}

export interface Chromium {
  /** Opens a URL and waits for the page and everything that it refers to. */
  open(url: string, view?: View): Promise<OpenPage>;
}

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const QUIET = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const NOTE_BUSY = join(import.meta.dirname, 'in-page/note-busy.js');
const NONE = 'no Chromium: install one, or name its program in CHROMIUM';

// A worker loads its modules once and runs one file after the other, so this one belongs to the worker. It
// ends with the process, whose pipe it reads.
let launched: Promise<Browser> | undefined;

/** The Chromium of the worker, or a new one where that has ended. */
async function launch(executablePath: string): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  launched = chromium.launch({ executablePath, args: QUIET });
  return launched;
}

/**
 * A headless Chromium for the test file; without one on the machine, the tests of the file are skipped. Files
 * of a worker share it: every page has an empty profile of its own, which is gone after the file.
 */
export function useBrowser(): Chromium {
  const program = findChromium();
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    if (program) browser = await launch(program);
  });
  beforeEach(({ skip }) => {
    if (!program) skip(NONE);
  });
  afterAll(() => Promise.all(contexts.map((context) => context.close())));
  return {
    open: async (url, view = {}) => {
      if (!browser) throw new Error(NONE);
      const context = await newContext(browser, view);
      contexts.push(context);
      return openPage(context, url, view);
    },
  };
}

/** The program that CHROMIUM names, or else the first in PATH; null if there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const { CHROMIUM, PATH = '' } = env;
  if (CHROMIUM) {
    accessSync(CHROMIUM, constants.X_OK);
    return CHROMIUM;
  }
  const folders = PATH.split(delimiter).filter(Boolean);
  const paths = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function newContext(browser: Browser, view: View): Promise<BrowserContext> {
  const { width = 1280, height = 800, theme = 'light', javaScript = true } = view;
  return browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
  });
}

async function openPage(
  context: BrowserContext,
  url: string,
  { until, cookies = [] }: View,
): Promise<OpenPage> {
  await context.addCookies(cookies);
  await context.addInitScript({ path: NOTE_BUSY });
  await context.addInitScript(SUM_LAYOUT_SHIFTS);
  const page = await context.newPage();
  const errors: string[] = [];
  const foreignRequests: string[] = [];
  const { host } = new URL(url);
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const sent = new URL(request.url());
    if (sent.protocol.startsWith('http') && sent.host !== host) foreignRequests.push(request.url());
  });
  const settled = watchRequests(page);
  const load = async (to: string) => {
    await page.goto(to, { waitUntil: 'load' });
    if (until !== 'load') await settled();
  };
  await load(url);
  return { page, errors, foreignRequests, settled, load, close: () => context.close() };
}

/** How often a page has to be found idle: what it draws may begin something. */
const IDLE_ROUNDS = 2;

/** How often one request is waited for: a page that repeats it polls, and may never be idle for long. */
const REPEATS = 3;

/** A page may be idle for a moment between its code and what that draws; few pages have no heading. */
const WITHOUT_HEADING_MS = 3000;

/**
 * Playwright's `networkidle` waits half a second after each response, and not at all once a page has loaded.
 * Here the page itself says when it is idle: a slow machine is waited for, and a fast one is not.
 */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  /** Of each request since the page is waited for; null while it is not. */
  let counts: Map<string, number> | null = null;
  let begun = 0;
  page.on('request', (request) => {
    const name = `${request.method()} ${request.url()}`;
    const count = (counts?.get(name) ?? 0) + 1;
    counts?.set(name, count);
    if (count > REPEATS) return;
    begun++;
    open.add(request);
  });
  const end = (request: Request) => open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    counts = new Map();
    const patience = performance.now() + WITHOUT_HEADING_MS;
    for (let idle = 0; idle < IDLE_ROUNDS; ) {
      const before = begun;
      const isDrawn = (await page.evaluate('globalThis.rest()')) || performance.now() > patience;
      idle = open.size === 0 && begun === before && isDrawn ? idle + 1 : 0;
    }
    counts = null;
  };
}

/** Runs in the page before anything of its own; shifts that the reader caused do not count. */
const SUM_LAYOUT_SHIFTS = `
  globalThis.layoutShift = 0;
  globalThis.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) {
        globalThis.layoutShift += value;
        for (const { node, previousRect, currentRect } of sources)
          globalThis.shifted.push(
            (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80) + ' from ' + previousRect.y + ' to ' +
            currentRect.y + ' high ' + previousRect.height + ' to ' + currentRect.height);
      }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** The cumulative layout shift of the page so far. */
export function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate('globalThis.layoutShift');
}

/** What moved, and how far in pixels. */
export function listShifted(page: Page): Promise<string[]> {
  return page.evaluate('globalThis.shifted');
}

/** The requests that a screen of the console has sent before its heading was drawn, with their bodies. */
export function listRequestsBeforeContent(page: Page): Promise<string[]> {
  return page.evaluate('globalThis.sentFirst');
}

/** How many pixels the page is wider than its window. */
export function readOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Rules that look at colours, which may break when nothing but the theme changes. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Runs axe with these rules, or with all: a line for each element that breaks one. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`);
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id} (${help}): ${shown(node)}`));
}

function shown({ html, failureSummary = '' }: NodeResult): string {
  return `${html.slice(0, 200)} ${failureSummary.replaceAll(/\s+/g, ' ')}`;
}
