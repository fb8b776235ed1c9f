import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listMissingEntries } from './complete-lockfile.ts';

test('the lockfile names the packages of every platform, so that npm ci accepts it', () => {
  const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(100);
  expect(listMissingEntries(lockfile.packages)).toEqual({});
});

test('a missing platform package is described by its name', () => {
  const packages = {
    'node_modules/tool': { dev: true, optionalDependencies: { '@tool/linux-x64-musl': '1.2.3' } },
  };
  expect(listMissingEntries(packages)).toEqual({
    'node_modules/@tool/linux-x64-musl': {
      version: '1.2.3',
      cpu: ['x64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      optional: true,
    },
  });
});
