import { relative } from 'node:path';
import { homeUrlOf, isLoopback } from './http/addressing.ts';
import { openBrowser } from './open-browser.ts';

interface Known {
  host: string;
  publicUrl: string | null;
  metricsToken: string | null;
  /** The address on which it listens. */
  address: string;
}

/** The log line with the URL of the service. */
export function readyLine({ publicUrl, address }: Known): string {
  const base = publicUrl ?? address;
  const behind = publicUrl === null ? '' : `, listening on ${address}`;
  return `Tallymark ready at ${base} (sandbox ${base}/sandbox, reference ${base}/docs)${behind}`;
}

/** A warning about publicly readable metrics; null if there is none. */
export function warnOfMetrics({ host, metricsToken }: Known): string | null {
  if (metricsToken !== null || isLoopback(host)) return null;
  return (
    'GET /metrics needs no credential for programs on this machine, including a proxy that adds no ' +
    'forwarding header; set METRICS_TOKEN to restrict it'
  );
}

interface Setup {
  host: string;
  publicUrl: string | null;
  /** The address on which it listens; its port may have been chosen by the system. */
  address: string;
  setupLink: 'terminal' | 'always' | 'never';
  print(line: string): void;
}

interface Console extends Setup {
  dataDir: string;
  isBrowserOpened: boolean;
}

type SetupApp = { createSetupToken(): Promise<string | null> };

/**
 * Where the console and the data are, for who reads a terminal. While there is no user, also how to begin,
 * and the page that creates one opens by itself. No `app`: the database is read-only.
 */
export async function announceConsole(app: SetupApp | null, known: Console): Promise<void> {
  const { print, dataDir, isBrowserOpened } = known;
  const link = app && (await announceSetup(app, known));
  if (!process.stdout.isTTY) return;
  if (!link) print(`Console: ${consoleOf(known)}`);
  print(`Data: ${shortPath(dataDir)} (kept); nothing is sent to anybody`);
  if (!link) return;
  print('Next: "Five minutes" in README.md; npm run demo shows the console of a sample company');
  if (isBrowserOpened) await openBrowser(link);
}

/**
 * Prints and returns the link that creates the first user, while there is none. A log is read and kept by
 * others, so it has the link only if the operator wants that.
 */
export async function announceSetup(app: SetupApp, known: Setup): Promise<string | null> {
  const { setupLink, print } = known;
  if (setupLink === 'never' || (setupLink === 'terminal' && !process.stdout.isTTY)) return null;
  const token = await app.createSetupToken();
  if (token === null) return null;
  const link = `${consoleOf(known)}/setup#token=${token}`;
  print(`Set up the console: ${link} (once, for 30 minutes)`);
  return link;
}

/** As the setting usually has it, below the folder in which the service was started. */
function shortPath(path: string): string {
  const below = relative('.', path);
  return below === '' || below.startsWith('..') ? path : below;
}

function consoleOf({ host, publicUrl, address }: Omit<Setup, 'print' | 'setupLink'>): string {
  return `${homeUrlOf({ host, publicUrl, port: Number(new URL(address).port) })}/console`;
}
