import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { copyCluster } from '#test/copy-cluster.ts';
import { settingsFor, startBucket } from '#test/s3-look-alike.ts';
import { hasTerminals, startOnTerminal } from '#test/start-on-terminal.ts';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import { builtEntry, COMPILE_CACHE } from '../test/faults/shared-build.ts';
import { type ServiceProcess, startService } from '../tools/spawn-tallymark.ts';

/** Of the service in one file, which loads in half of the time; one test starts it from its sources. */
async function startBuilt(settings: Record<string, string | null>): Promise<ServiceProcess> {
  return startService({ ...COMPILE_CACHE, ...settings }, await builtEntry());
}

const removals: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

it('wrong settings end the start with one sentence that names all of them', async () => {
  const start = startBuilt({ PORT: 'x', WIRE_PREFIX: 'A' });
  await expect(start).rejects.toThrow(
    /ready:\nTallymark could not start: Invalid settings: PORT .*; WIRE_PREFIX .*\.\n$/,
  );
});

it.each([
  [
    { DATA_DIR: '/dev/null/x', DATABASE_URL: null },
    'the folder DATA_DIR /dev/null/x cannot be created or opened: ',
  ],
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'cannot use the database of DATABASE_URL: connect '],
  [{ DATABASE_URL: 'postgres://u:secret@[x' }, 'cannot use the database of DATABASE_URL: Invalid URL\n'],
])('a start that %o prevents names the setting', async (wrong, message) => {
  const settings = await makeSettings();
  await expect(startBuilt({ ...settings, ...wrong })).rejects.toThrow(`could not start: ${message}`);
});

it('a bucket that rejects ends the start, one that is away does not', async () => {
  const bucket = await startBucket();
  removals.push(() => bucket.stop());
  const settings = { ...(await migratedSettings()), ...settingsFor(bucket) };
  await expect(startBuilt({ ...settings, S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow(
    'could not start: cannot use the file storage: the storage of S3_ENDPOINT refused to store a ' +
      'file: 403 SignatureDoesNotMatch',
  );
  bucket.mood = 'AWAY';
  await (await startBuilt(settings)).stop();
}, 600_000);

it('the first keys outlive a start that found its port taken', async () => {
  const settings = await makeSettings();
  const port = await takePort();
  await expect(startBuilt({ ...settings, PORT: port })).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use`,
  );

  const tallymark = await startService(settings);
  removals.push(() => tallymark.stop());
  const keys = JSON.parse(await readFile(join(settings.DATA_DIR, 'credentials.json'), 'utf8'));
  // Its output is no terminal.
  expect(tallymark.output()).toContain(`Its keys are in ${join(settings.DATA_DIR, 'credentials.json')}.`);
  for (const key of [keys.apiKey, keys.sandboxApiKey]) expect(tallymark.output()).not.toContain(key);
  const status = async (path: string, key: string) =>
    (await fetch(`${tallymark.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await status('/customers', keys.apiKey)).toBe(200);
  expect(await status('/sandbox/customers', keys.sandboxApiKey)).toBe(200);
}, 600_000);

it('a misspelt setting is named at the start, and the end is logged with its cause', async () => {
  const settings = {
    ...(await migratedSettings()),
    LOG_LEVEL: 'info',
    DATABASE_URI: 'x',
    HTTP_PROXY: 'http://x',
  };
  const tallymark = await startBuilt(settings);
  await fetch(`${tallymark.url}/live`);
  await tallymark.stop();
  const output = tallymark.output();
  expect(output).toContain('DATABASE_URI is not a setting and is ignored; did you mean DATABASE_URL?');
  expect(output).not.toContain('HTTP_PROXY');
  expect(output).not.toContain('"/live"');
  expect(output).toMatch(/"why":"SIGTERM","msg":"stopping: .*\n.*"msg":"stopped"/s);
}, 600_000);

it('the line that says ready names the public address, and a warning the open figures', async () => {
  const settings = { ...(await makeSettings()), LOG_LEVEL: 'warn', HOST: '0.0.0.0' };
  const warning = 'set METRICS_TOKEN';
  const PUBLIC_URL = 'https://example.com/billing';
  const tallymark = await startService({ ...settings, PUBLIC_URL });
  await tallymark.stop();
  expect(tallymark.output()).toMatch(
    new RegExp(
      `^Tallymark ready at ${PUBLIC_URL} \\(sandbox ${PUBLIC_URL}/sandbox, ` +
        `reference ${PUBLIC_URL}/docs\\), listening on ${tallymark.url}$`,
      'm',
    ),
  );
  expect(tallymark.output()).toContain(warning);
  for (const safe of [{ METRICS_TOKEN: 'for-prometheus-0001' }, { HOST: '127.0.0.1' }]) {
    const again = await startService({ ...settings, ...safe });
    await again.stop();
    expect(again.output()).not.toContain(warning);
    expect(again.output()).not.toContain('for-prometheus');
  }
}, 600_000);

it('a worker serves its health and no calls of the API', async () => {
  const settings = await migratedSettings();
  const keys = { BOOTSTRAP_API_KEY: 'key-of-production', BOOTSTRAP_SANDBOX_API_KEY: 'key-of-the-sandbox' };
  const worker = await startBuilt({ ...settings, ...keys, ROLES: 'worker' });
  removals.push(() => worker.stop());
  const status = async (path: string) => {
    const headers = { authorization: `Bearer ${keys.BOOTSTRAP_SANDBOX_API_KEY}` };
    return (await fetch(`${worker.url}${path}`, { headers })).status;
  };
  expect(await Promise.all(['/live', '/ready', '/metrics'].map(status))).toEqual([200, 200, 200]);
  expect(await status('/sandbox/customers')).toBe(404);
}, 600_000);

it('on a terminal, the first start opens the link in the browser, and later ones print three lines', async ({
  skip,
}) => {
  if (!hasTerminals()) skip('no pseudo-terminals: the program script of Linux is missing');
  const settings = await makeSettings();
  const opened = join(settings.DATA_DIR, 'opened');
  const browser = join(settings.DATA_DIR, 'browser');
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`);
  await chmod(browser, 0o755);
  const start = (env: Record<string, string> = {}) =>
    startOnTerminal({ ...settings, ...COMPILE_CACHE, BROWSER: browser, ...env });

  const first = await start();
  const link = await first.waitFor(/Set up the console: (\S+#token=\S+) \(once/);
  await vi.waitUntil(() => existsSync(opened), { timeout: 60_000 });
  expect(await readFile(opened, 'utf8')).toBe(link);
  expect(await first.stop()).toContain('sandbox key:    sk_test_');

  // Still without a user: another link, on the terminal alone.
  await rm(opened);
  const again = await start({ OPEN_BROWSER: 'off' });
  expect(await again.waitFor(/#token=(\S+)/)).not.toBe(link.split('=')[1]);
  await again.waitFor(/(Next): /);
  await again.stop();
  const second = await start({ SETUP_LINK: 'never' });
  await second.waitFor(/(Data): /);
  const lines = (await second.stop()).split(/\r?\n/).filter((line) => line.length > 3);
  expect(lines).toEqual([
    expect.stringMatching(/^Tallymark ready at http:\S+ /),
    expect.stringMatching(/^Console: http:\/\/localhost:\d+\/console$/),
    `Data: ${settings.DATA_DIR} (kept); nothing is sent to anybody`,
  ]);
  expect(existsSync(opened)).toBe(false);
}, 600_000);

/** A folder of its own, so a database of its own; with generated keys. */
async function makeSettings() {
  const directory = await makeThrowAwayFolder('main');
  removals.push(() => rm(directory, { recursive: true, force: true }));
  return {
    ...{ DATA_DIR: directory, DATABASE_URL: null },
    ...{ BOOTSTRAP_API_KEY: null, BOOTSTRAP_SANDBOX_API_KEY: null },
  };
}

/** As after an earlier start that ended before it made keys. */
async function migratedSettings() {
  const settings = await makeSettings();
  const { cluster } = inject('testServer');
  if (cluster !== null) await copyCluster(cluster, settings.DATA_DIR);
  return settings;
}

async function takePort(): Promise<string> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  removals.push(() => new Promise((resolve) => other.close(resolve)));
  return String((other.address() as { port: number }).port);
}
