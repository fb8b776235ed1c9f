import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findObstacles, listObstacles, type ReleaseFacts, readVersions } from './obstacles.ts';

const ROOT = join(import.meta.dirname, '../..');
const RELEASABLE: ReleaseFacts = {
  versions: { 'package.json': '1.2.0', 'package-lock.json': '1.2.0' },
  changelog: '# Changelog\n\n## 1.2.0 (2027-03-01)\n\n## 1.1.0 (2027-02-01)\n',
  changed: [],
  tags: ['v1.1.0'],
  migrations: ['0001_a.sql'],
  frozen: ['0001_a.sql'],
  unkept: [],
};

it.each<[string, Partial<ReleaseFacts>, string[]]>([
  // version, what differs, obstacles
  ['1.2.0', {}, []],
  ['1.2', {}, ['no semantic version', 'package.json', 'package-lock.json', 'CHANGELOG.md']],
  ['1.2.0', { versions: { 'package.json': '1.1.0' } }, ['package.json has the version 1.1.0']],
  ['1.2.0', { versions: { 'Chart.yaml': undefined } }, ['Chart.yaml has the version (none)']],
  ['1.2.0', { changelog: '## 1.2.0 (not released yet)\n' }, ['"## 1.2.0 (not released yet)"']],
  ['1.2.0', { migrations: ['0001_a.sql', '0002_b.sql'] }, ['0002_b.sql not in its list']],
  ['1.2.0', { unkept: ['1.2.0 is released, and no database'] }, ['no database']],
  ['1.2.0', { changed: ['src/main.ts'] }, ['commit first: src/main.ts']],
  ['1.2.0', { tags: ['v1.2.0'] }, ['the tag v1.2.0 exists already']],
])('%s with %o cannot be released because of %o', (version, differing, obstacles) => {
  const found = findObstacles(version, { ...RELEASABLE, ...differing });
  expect(found).toEqual(obstacles.map((each) => expect.stringContaining(each)));
});

it('all files of this checkout have one version, and its changelog keeps it from being released', () => {
  const versions = readVersions((path) => readFileSync(join(ROOT, path), 'utf8'));
  const [version = ''] = new Set(Object.values(versions));
  expect(Object.values(versions)).toEqual(Object.keys(versions).map(() => version));
  const found = listObstacles(ROOT, version);
  expect(found.some((each) => each.includes('not released yet'))).toBe(
    readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`## ${version} (not released yet)`),
  );
});
