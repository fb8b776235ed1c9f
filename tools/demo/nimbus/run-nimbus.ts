import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canOpenBrowser, openBrowser } from '#platform/open-browser.ts';
import { type ServiceProcess, startService } from '../../spawn-tallymark.ts';
import { type Api, api } from '../api.ts';
import { HOST, readDemoSettings, shownPath } from './demo-settings.ts';
import { fillSandbox } from './fill-sandbox.ts';
import { liveEvents } from './stories.ts';

export const ORGANIZATION = 'nimbus-ai';
const SECOND_MS = 1000;
const EVENTS_A_SECOND = 2;
const DAY_MS = 86_400_000;

/**
 * Serves Nimbus AI from a data directory of its own, which the first run fills and later runs keep, and sends
 * it events until a signal ends it.
 */
export async function runNimbus(): Promise<void> {
  const { folder, port, notice } = await readDemoSettings(process.env);
  if (notice) console.log(notice);
  console.log(`Nimbus AI, a company that sells tokens of language models, in ${folder} (kept)`);
  const service = await startService({
    ...{ DATA_DIR: folder, DATABASE_URL: null, HOST, PORT: String(port) },
    ...{ BOOTSTRAP_ORGANIZATION: ORGANIZATION, BOOTSTRAP_API_KEY: null, BOOTSTRAP_SANDBOX_API_KEY: null },
    ...{ ROLES: null, WIRE_PREFIX: null, SETUP_LINK: 'always' },
  });
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
    service.child.once('exit', () => done());
  });
  try {
    const { sandboxApiKey } = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
    const client = api(`${service.url}/sandbox`, sandboxApiKey);
    await fillSandbox(client, { organization: ORGANIZATION, report: console.log });
    const link = announce(service, join(shownPath(folder), 'credentials.json'));
    const isWanted = process.stdout.isTTY && process.env.OPEN_BROWSER !== 'off';
    if (isWanted && canOpenBrowser(process.env)) await openBrowser(link);
    await sendUntil(client, stopped);
  } finally {
    await service.stop();
  }
  console.log(`Stopped. The data is kept in ${folder}; npm run demo goes on with it.`);
}

/**
 * Prints and returns the address of its console, which is that of the sandbox: in the first run, the link
 * that creates a person.
 */
function announce(service: ServiceProcess, keyFile: string): string {
  const setUp = /Set up the console: (\S+)\/console\/(\S+)/.exec(service.output());
  const link = setUp ? `${setUp[1]}/console/sandbox/${setUp[2]}` : `${service.url}/console/sandbox/welcome`;
  console.log(`Console   ${link}${setUp ? '   (one-time link, for 30 minutes)' : ''}`);
  console.log(`API       ${service.url}/sandbox   (key in ${keyFile})   docs ${service.url}/docs`);
  console.log(`Sending ${EVENTS_A_SECOND} events a second. Ctrl-C stops.`);
  return link;
}

/** Events of the moment that the clock shows, until the promise is settled or somebody deletes the data. */
async function sendUntil({ call }: Api, stopped: Promise<void>): Promise<void> {
  const ended = stopped.then(() => 'stopped' as const);
  const next = liveEvents(`live-${Date.now().toString(36)}`);
  let index = 0;
  while ((await Promise.race([ended, pause()])) !== 'stopped') {
    const { now } = await call<{ now: string }>('GET', '/ext/v1/clock');
    if (isWiped(now)) {
      console.log('The demo data was deleted. npm run demo fills the sandbox again.');
      return stopped;
    }
    const events = Array.from({ length: EVENTS_A_SECOND }, () => next(now, ++index));
    await call('POST', '/ingestBatch', { events });
  }
}

/** The clock of an empty sandbox shows real time; that of the demo is a year ahead. */
function isWiped(now: string): boolean {
  return Temporal.Instant.from(now).epochMilliseconds < Date.now() + DAY_MS;
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, SECOND_MS));
}
