import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Databases of released versions, from which tests upgrade. */
export const KEPT = 'test/upgrades';

export interface ReleaseFacts {
  /** Of package.json. */
  version: string;
  /** CHANGELOG.md, which has a heading for each version. */
  changelog: string;
  /** The number of the last migration of the kept database of a version; null if there is none. */
  keptMigration: (version: string) => number | null;
  /** That of the last released migration. */
  lastReleased: number;
}

/** Violations of the rule that the database of every released version is kept. */
export function findUnkept({ version, changelog, keptMigration, lastReleased }: ReleaseFacts): string[] {
  const headings = [...changelog.matchAll(/^## (\d+\.\d+\.\d+\S*)(.*)$/gm)].map(
    ([, name = '', rest = '']) => ({
      name,
      isReleased: !rest.includes('not released yet'),
    }),
  );
  const current = headings.find(({ name }) => name === version);
  if (!current) return [`CHANGELOG.md has no heading for version ${version} of package.json.`];
  const unkept = headings
    .filter(({ name, isReleased }) => isReleased && keptMigration(name) === null)
    .map(
      ({ name }) =>
        `${name} is released, and no database of it is kept. Run on its tag: node tools/keep-release.ts`,
    );
  const kept = current.isReleased ? keptMigration(version) : null;
  if (kept === null || kept === lastReleased) return unkept;
  return [
    ...unkept,
    `The kept database of ${version} ends with ${kept}, the released migrations with ${lastReleased}.`,
  ];
}

/** The same for this repository. */
export function findUnkeptReleases(root: string, lastReleased: number): string[] {
  const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
  return findUnkept({
    version: JSON.parse(read('package.json')).version,
    changelog: read('CHANGELOG.md'),
    keptMigration: (version) =>
      existsSync(join(root, KEPT, version))
        ? JSON.parse(read(KEPT, version, 'release.json')).lastMigration
        : null,
    lastReleased,
  });
}
