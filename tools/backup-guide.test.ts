import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import { type ServiceProcess, startService } from './spawn-tallymark.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../docs/backup-and-restore.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, text = '']) => text);
const KEY = { authorization: 'Bearer guide-production-key-1' };
/** Needs programs that Tallymark does not bring, as the page says. */
const NOT_RUN = /\| age -d/;

/** `npm run NAME -- ARGUMENTS`, without the installation of packages. */
const NPM = `npm() { shift; [ "$1" = --silent ] && shift; local name=$1; shift; [ "$1" = -- ] && shift
  '${process.execPath}' '${import.meta.dirname}'/"$name".ts "$@"; }`;

let folder: string;
let service: ServiceProcess | null = null;
const env: Record<string, string> = {};
let at = '';

beforeAll(async () => {
  folder = await makeThrowAwayFolder('main');
});
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

const takenFrom = (text: string): string => {
  const recipient = /age1[a-z0-9]{20,}/.exec(readFileSafely(join(folder, 'backup.key')))?.[0] ?? '';
  return text
    .replaceAll('/mnt/backup', join(folder, 'target'))
    .replaceAll('/tmp/drill', join(folder, 'drill'))
    .replaceAll('age1…', recipient)
    .replaceAll('2030-01-31T14:05:00Z', at);
};

/** Runs the commands of a block, which may set variables for later ones; returns what they print. */
async function run(block: string): Promise<string> {
  let output = '';
  for (const line of takenFrom(block)
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, variables] = /^export (.*)$/.exec(line) ?? [];
    if (variables)
      for (const pair of variables.split(' ')) env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    else if (line === 'npm start') await start();
    else output += await shell(line);
  }
  return output;
}

async function start(): Promise<void> {
  // Relative paths are those of the reader's folder.
  const own = { DATA_DIR: join(folder, '.tallymark'), BOOTSTRAP_API_KEY: KEY.authorization.slice(7) };
  const identity = env.BACKUP_IDENTITY_FILE && join(folder, env.BACKUP_IDENTITY_FILE);
  service = await startService({ ...env, ...own, ...(identity && { BACKUP_IDENTITY_FILE: identity }) });
}

function shell(line: string): Promise<string> {
  const variables = { ...process.env, ...env, DATABASE_URL: '' };
  return new Promise((resolve, reject) =>
    execFile('bash', ['-c', `${NPM}\n${line}`], { cwd: folder, env: variables }, (error, out, err) =>
      error ? reject(new Error(`${line}\n${out}${err}`)) : resolve(out + err),
    ),
  );
}

async function createCustomer(id: string): Promise<void> {
  const body = JSON.stringify({ id, name: id, primaryEmail: 'c@example.com', address: {} });
  const headers = { ...KEY, 'content-type': 'application/json' };
  const response = await fetch(`${service?.url}/customers`, { method: 'POST', headers, body });
  expect(response.status).toBe(201);
}

async function statusOf(id: string): Promise<number> {
  return (await fetch(`${service?.url}/customers/${id}`, { headers: KEY })).status;
}

describe('docs/backup-and-restore.md', () => {
  it('leads from nothing to a service that was restored between two acknowledged requests', async () => {
    const blocks = BLOCKS.filter((block) => !NOT_RUN.test(block));
    expect(blocks).toHaveLength(9);
    const [key, setUp, list, now, move, restore, audit, startAgain, drill] = blocks as [
      string,
      ...string[],
    ] & {
      length: 9;
    };
    expect(await run(key)).toMatch(/BACKUP_RECIPIENT=age1[a-z0-9]{58}\nAGE-SECRET-KEY-/);
    await mkdir(join(folder, 'target'));
    await run(setUp ?? '');
    await vi.waitFor(async () => expect(await run(list ?? '')).toMatch(/MB, 0 files, restores to/), 120_000);
    expect(await run(now ?? '')).toMatch(/is complete: \d+ MB, 0 files/);
    await createCustomer('before');
    await sleep(50);
    at = new Date().toISOString();
    await sleep(50);
    await createCustomer('after');
    await service?.stop();
    await run(move ?? '');
    expect(await run(restore ?? '')).toContain(`Restored to ${at}`);
    expect(await run(audit ?? '')).toContain('all invariants hold');
    await run(startAgain ?? '');
    expect([await statusOf('before'), await statusOf('after')]).toEqual([200, 404]);
    await vi.waitFor(async () => expect(await run(list ?? '')).toMatch(/(?:.*restores to.*\n){3}/), 120_000);
    expect(await run(drill ?? '')).toContain('all invariants hold');
    expect(await readdir(folder)).not.toContain('drill');
    const verified = 'npm run backup -- verify';
    expect(await run(verified)).toMatch(/Backup \S+ was restored, and all invariants hold in it/);
    const figures = await (await fetch(`${service?.url}/metrics`)).text();
    expect(figures).toMatch(/^tallymark_backup_verified_age_seconds \d/m);
    expect(figures).toMatch(/^tallymark_backup_age_seconds \d/m);
    expect(figures).toMatch(/^tallymark_log_archive_waiting_segments \d/m);
    expect((await readdir(join(folder, '.tallymark'))).filter((name) => /^\.verif/.test(name))).toEqual([]);
    await service?.stop();
  }, 300_000);
});

function readFileSafely(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
