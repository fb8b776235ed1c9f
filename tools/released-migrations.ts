// Keeps released migrations as they are:  npm run migrations [-- release]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MigrationFile, readMigrationFiles } from '#platform/db/migration-files.ts';
import { findUnkeptReleases } from './kept-releases.ts';

const ROOT = join(import.meta.dirname, '..');
const LIST = 'migrations/released.sha256';

export interface Released {
  readonly name: string;
  readonly checksum: string;
}

/** Parses the format of `sha256sum`: a checksum and a name on each line. */
export function parseReleased(text: string): Released[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, checksum, name] = /^([0-9a-f]{64}) {2}(\d{4}_[a-z0-9_]+\.sql)$/.exec(line) ?? [];
      if (!checksum || !name) throw new Error(`${LIST}: ${line.slice(0, 100)} is not a checksum and a name.`);
      return { checksum, name };
    });
}

/**
 * Violations of the rules: listed migrations come first and are unchanged, unlisted ones are newer than all
 * of them, and no entry of the list is ever removed.
 */
export function findViolations(
  files: readonly Pick<MigrationFile, 'name' | 'checksum'>[],
  released: readonly Released[],
  before: readonly Released[],
): string[] {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const listed = new Set(released.map(({ name }) => name));
  const last = [...listed].sort().at(-1) ?? '';
  return [
    ...(released.length === 0 ? [`${LIST} is empty: no migration is released, or the list was lost.`] : []),
    ...released.flatMap(({ name, checksum }) => {
      const found = checksums.get(name);
      if (found === undefined) return [`${name} is released and was removed. Restore it.`];
      return found === checksum
        ? []
        : [`${name} is released and was changed. Restore it, and put the change into a new migration.`];
    }),
    ...files
      .filter(({ name }) => !listed.has(name) && name < last)
      .map(
        ({ name }) =>
          `${name} is not in ${LIST}, but comes before ${last}, which is released. Give it a higher number.`,
      ),
    ...before
      .filter((old) => !released.some(({ name, checksum }) => name === old.name && checksum === old.checksum))
      .map(({ name }) => `${LIST} no longer contains the released ${name}. Restore its line.`),
  ];
}

/** The list with all existing migrations. */
export function released(files: readonly Pick<MigrationFile, 'name' | 'checksum'>[]): string {
  return files.map(({ name, checksum }) => `${checksum}  ${name}\n`).join('');
}

/**
 * Every entry that any commit of the list had, so that neither a commit nor an uncommitted edit can remove a
 * line. Empty outside a repository, as in an unpacked release.
 */
function readBefore(): Released[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const commits = git('log', '--format=%H', '--', LIST).split('\n').filter(Boolean);
    const lists = commits.map((commit) => {
      try {
        return parseReleased(git('show', `${commit}:${LIST}`));
      } catch {
        return []; // removed by that commit
      }
    });
    const all = new Map(lists.flat().map((each) => [`${each.checksum} ${each.name}`, each]));
    return [...all.values()];
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const files = await readMigrationFiles(join(ROOT, 'migrations'));
  const path = join(ROOT, LIST);
  const list = parseReleased(readFileSync(path, 'utf8'));
  const violations = [
    ...findViolations(files, list, readBefore()),
    ...findUnkeptReleases(ROOT, Number(list.at(-1)?.name.slice(0, 4))),
  ];
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  else if (process.argv[2] === 'release') {
    writeFileSync(path, released(files));
    console.log(`Released ${files.length - list.length} migrations, up to ${files.at(-1)?.name}.`);
  } else console.log(`Checked ${list.length} released migrations, ${files.length - list.length} are newer.`);
}
