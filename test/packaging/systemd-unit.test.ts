import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = '/usr/bin/systemd-analyze';

it('systemd accepts the unit, whose program exists', async ({ skip }) => {
  if (!existsSync(PROGRAM)) skip('systemd is not installed on this machine');
  const unit = await readFile(join(ROOT, 'packaging/systemd/tallymark.service'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-unit-'));
  const path = join(folder, 'tallymark.service');
  // As if this checkout were installed.
  await writeFile(path, unit.replaceAll('/opt/tallymark', ROOT));
  const { stderr } = await promisify(execFile)(PROGRAM, ['verify', '--man=no', path]);
  await rm(folder, { recursive: true });
  expect(stderr).toBe('');
  const [program = '', bootstrap = ''] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  for (const each of [program, bootstrap])
    expect(existsSync(each.replace('/opt/tallymark', ROOT))).toBe(true);
});
