import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataDirectory } from './data-directory.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  path = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (name: string) => ((await stat(join(path, name))).mode & 0o777).toString(8);

/** As an earlier release made it, or a restore that knew nothing of modes. */
async function writeLoose(): Promise<void> {
  for (const name of ['files/1/invoices', 'mail/2030-01-01', 'pg/base'])
    await mkdir(join(path, name), { recursive: true });
  const files = [
    'credentials.json',
    'pg.socket',
    'files/1/invoices/a.pdf',
    'mail/2030-01-01/a.eml',
    'pg/base/1',
  ];
  for (const name of files) await writeFile(join(path, name), '');
  const folders = ['', 'files', 'files/1', 'files/1/invoices', 'mail', 'mail/2030-01-01', 'pg', 'pg/base'];
  for (const name of folders) await chmod(join(path, name), 0o755);
  for (const name of files) await chmod(join(path, name), 0o644);
}

it('makes a folder that is closed to others', async () => {
  expect(await openDataDirectory(path)).toEqual([]);
  expect(await modeOf('')).toBe('700');
});

it('closes one that was open, with all that we put into it', async () => {
  await writeLoose();
  expect(await openDataDirectory(path)).toEqual([]);
  const closed = ['', 'files', 'files/1', 'files/1/invoices', 'mail', 'mail/2030-01-01', 'pg'];
  for (const name of closed) expect([name, await modeOf(name)]).toEqual([name, '700']);
  for (const name of ['credentials.json', 'pg.socket', 'files/1/invoices/a.pdf', 'mail/2030-01-01/a.eml'])
    expect([name, await modeOf(name)]).toEqual([name, '600']);
  // PostgreSQL's own business, below a folder that it insists on being closed.
  expect(await modeOf('pg/base')).toBe('755');
});

it('goes on after a kill on the way, which leaves the top open', async () => {
  await writeLoose();
  for (const name of ['', 'files/1']) await chmod(join(path, name), 0o700);
  expect(await openDataDirectory(path)).toEqual([]);
  expect([await modeOf('files'), await modeOf('mail/2030-01-01/a.eml')]).toEqual(['700', '600']);
});

it('leaves a folder open that holds other things too, and says so', async () => {
  await writeLoose();
  await writeFile(join(path, 'package.json'), '');
  expect(await openDataDirectory(path)).toEqual([
    expect.stringMatching(
      /is open to other users \(mode 755\) and holds other things too \(package.json\).*chmod 700/,
    ),
  ]);
  expect([await modeOf(''), await modeOf('files'), await modeOf('credentials.json')]).toEqual([
    ...['755', '700', '600'],
  ]);
  await chmod(path, 0o700);
  expect(await openDataDirectory(path)).toEqual([]);
});

it.runIf(isRoot)('says what another user has to close', async () => {
  await writeLoose();
  await chmod(folder, 0o755);
  await chown(join(path, 'files'), 54_321, 54_321);
  // Not even its names can be read.
  await chmod(join(path, 'files/1'), 0o711);
  process.seteuid?.(54_321);
  const warnings = await openDataDirectory(path).finally(() => process.seteuid?.(0));
  expect(warnings[0]).toContain(`${path} is open to other users (mode 755)`);
  expect(warnings[0]).toContain('it belongs to another user (uid 0)');
  expect(warnings[0]).toContain(`chmod 700 ${path}`);
  expect(warnings.join('\n')).toContain(`chmod 700 ${path}/files/1;`);
  expect(await modeOf('files')).toBe('700');
});
