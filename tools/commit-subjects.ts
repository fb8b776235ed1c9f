// Checks the subjects of commits that are not on main yet, or of the last one:  npm run check
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface Commit {
  readonly id: string;
  readonly subject: string;
}

const ROOT = join(import.meta.dirname, '..');
/** The length at which git and its hosts truncate a subject. */
const MAX_SUBJECT = 72;
const BASES = ['origin/main', 'main'];

/** One sentence for each commit whose subject is longer than 72 characters. */
export function findLongSubjects(commits: readonly Commit[]): string[] {
  return commits
    .map(({ id, subject }) => ({ id, subject, length: [...subject].length }))
    .filter(({ length }) => length > MAX_SUBJECT)
    .map(
      ({ id, subject, length }) =>
        `The subject of ${id.slice(0, 10)} has ${length} characters; the maximum is ${MAX_SUBJECT}: ` +
        `${subject}. Shorten it with git commit --amend or git rebase --interactive.`,
    );
}

/**
 * The commits since HEAD left `origin/main` or else `main`, without merges; the last commit if there are
 * none, as on main itself. Null without git, or where `root` is not the root of a work tree, as in an
 * unpacked release.
 */
export function readCommits(root: string): Commit[] | null {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const log = (...range: string[]) =>
    git('log', '--no-merges', '--format=%H %s', ...range)
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ id: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }));
  const tryLog = (base: string) => {
    try {
      return log(`${base}..HEAD`);
    } catch {
      return null; // there is no such branch
    }
  };
  try {
    if (git('rev-parse', '--show-prefix').trim() !== '') return null;
    const since = BASES.map(tryLog).find((commits) => commits !== null) ?? [];
    return since.length > 0 ? since : log('-1');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const commits = readCommits(ROOT);
  const violations = findLongSubjects(commits ?? []);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  console.log(
    commits ? `Checked ${commits.length} commit subjects.` : 'No git repository: nothing to check.',
  );
}
