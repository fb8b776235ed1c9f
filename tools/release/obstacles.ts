import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnkeptReleases } from '../kept-releases.ts';

/** What decides whether a version can be released. */
export interface ReleaseFacts {
  /** Versions by file. */
  versions: Readonly<Record<string, string | undefined>>;
  changelog: string;
  /** Files with changes that are not committed. */
  changed: readonly string[];
  tags: readonly string[];
  migrations: readonly string[];
  /** What is wrong with the kept databases of releases. */
  unkept: readonly string[];
  /** Names in migrations/released.sha256. */
  frozen: readonly string[];
}

/** What has to happen before the version can be released, a sentence each. */
export function findObstacles(version: string, facts: ReleaseFacts): string[] {
  const [heading = ''] = /^## .+$/m.exec(facts.changelog) ?? [];
  const isDated = new RegExp(`^## ${RegExp.escape(version)} \\(\\d{4}-\\d\\d-\\d\\d\\)$`).test(heading);
  const open = facts.migrations.filter((name) => !facts.frozen.includes(name));
  return [
    ...(/^\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/.test(version) ? [] : [`${version} is no semantic version`]),
    ...Object.entries(facts.versions)
      .filter(([, found]) => found !== version)
      .map(([file, found]) => `${file} has the version ${found ?? '(none)'}`),
    ...(isDated ? [] : [`CHANGELOG.md must begin with "## ${version} (YYYY-MM-DD)", not with "${heading}"`]),
    ...(open.length > 0 ? [`run npm run migrations -- release: ${open.join(', ')} not in its list`] : []),
    ...facts.unkept,
    ...(facts.changed.length > 0 ? [`commit first: ${facts.changed.join(', ')}`] : []),
    ...(facts.tags.includes(`v${version}`) ? [`the tag v${version} exists already`] : []),
  ];
}

export function listObstacles(root: string, version: string): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  const frozen = lines(read('migrations/released.sha256')).map((line) => line.split('  ')[1] ?? '');
  return findObstacles(version, {
    versions: readVersions(read),
    changelog: read('CHANGELOG.md'),
    unkept: findUnkeptReleases(root, frozen.length),
    changed: lines(git('status', '--porcelain')).map((line) => line.slice(3)),
    tags: lines(git('tag', '--list')),
    migrations: globSync('*.sql', { cwd: join(root, 'migrations') }),
    frozen,
  });
}

/** Of every file that says which version it belongs to. */
export function readVersions(read: (path: string) => string): Record<string, string | undefined> {
  return {
    'package.json': JSON.parse(read('package.json')).version,
    'package-lock.json': JSON.parse(read('package-lock.json')).packages[''].version,
    'packaging/helm/tallymark/Chart.yaml': /^version: (.+)$/m.exec(
      read('packaging/helm/tallymark/Chart.yaml'),
    )?.[1],
    'packaging/container/Dockerfile': /image\.version="(.+)"/.exec(
      read('packaging/container/Dockerfile'),
    )?.[1],
  };
}
