import { watch } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
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

it('makes it so whatever the mask takes away', async () => {
  const mask = process.umask(0o377);
  await openDataDirectory(path).finally(() => process.umask(mask));
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

it('closes one that its group alone could enter, and the keys of a later organization', async () => {
  await writeLoose();
  await writeFile(join(path, 'credentials-acme.eu_1.json'), '', { mode: 0o640 });
  for (const name of ['', 'files', 'files/1']) await chmod(join(path, name), 0o750);
  expect(await openDataDirectory(path)).toEqual([]);
  for (const name of ['', 'files', 'files/1']) expect([name, await modeOf(name)]).toEqual([name, '700']);
  expect(await modeOf('credentials-acme.eu_1.json')).toBe('600');
});

it('leaves what a link leads to, such as a database that lies elsewhere', async () => {
  await writeLoose();
  await rm(join(path, 'pg'), { recursive: true });
  await mkdir(join(folder, 'elsewhere'));
  await chmod(join(folder, 'elsewhere'), 0o755);
  await symlink(join(folder, 'elsewhere'), join(path, 'pg'));
  expect(await openDataDirectory(path)).toEqual([]);
  expect([await modeOf('pg'), await modeOf('files')]).toEqual(['755', '700']);
});

it('goes on after a kill on the way, which leaves the top open', async () => {
  await writeLoose();
  for (const name of ['', 'files/1']) await chmod(join(path, name), 0o700);
  expect(await openDataDirectory(path)).toEqual([]);
  expect([await modeOf('files'), await modeOf('mail/2030-01-01/a.eml')]).toEqual(['700', '600']);
});

it('leaves a folder open that holds other things too, and says so', async () => {
  await writeLoose();
  await writeFile(join(path, 'package.json'), '', { mode: 0o644 });
  expect(await openDataDirectory(path)).toEqual([
    expect.stringMatching(
      /is accessible to other users \(mode 755\) and contains other files, too \(package.json\).*chmod 700/,
    ),
  ]);
  expect([await modeOf(''), await modeOf('files'), await modeOf('credentials.json')]).toEqual([
    ...['755', '700', '600'],
  ]);
  expect(await modeOf('package.json')).toBe('644');
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
  expect(warnings[0]).toContain(`${path} is accessible to other users (mode 755)`);
  expect(warnings[0]).toContain('it belongs to another user (uid 0)');
  expect(warnings[0]).toContain(`chmod 700 ${path}`);
  expect(warnings.join('\n')).toContain(`chmod 700 ${path}/files/1;`);
  expect(await modeOf('files')).toBe('700');
});

it.runIf(process.platform === 'linux')(
  'closes a folder after what is in it: a kill leaves its top open',
  async () => {
    await writeLoose();
    const closed: string[] = [];
    const watchers = ['', 'files', 'files/1'].map((name) =>
      watch(join(path, name), (_, child) => void closed.push(join(name, child ?? ''))),
    );
    await openDataDirectory(path);
    const order = ['files/1/invoices', 'files/1', 'files'];
    await expect.poll(() => closed.filter((name) => order.includes(name))).toEqual(order);
    for (const watcher of watchers) watcher.close();
  },
);
