import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { findLongSubjects, readCommits } from './commit-subjects.ts';

const subjectOf = (length: number) => `docs: ${'x'.repeat(length - 'docs: '.length)}`;

test.each([
  // subject             finding
  [subjectOf(72), null],
  [subjectOf(73), /^The subject of abcdef0123 has 73 characters; the maximum is 72: docs: x+\. Shorten it/],
  [`docs: ${'€🚀'.repeat(33)}`, null], // 72 characters in 204 bytes
])('%s', (subject, finding) => {
  const found = findLongSubjects([{ id: 'abcdef0123456789', subject }]);
  expect(found).toEqual(finding === null ? [] : [expect.stringMatching(finding)]);
});

describe.skipIf(!hasGit())('in a repository', () => {
  let root = '';
  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
    // In a hook of git these would name the repository of this checkout.
    const env = { ...process.env, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };
    return execFileSync('git', ['-C', root, ...author, ...args], { encoding: 'utf8', env });
  };
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '-m', subject);
  const subjects = () => readCommits(root)?.map(({ subject }) => subject);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tallymark-commits-'));
    git('init', '--quiet', '--initial-branch=main');
    commit('first');
    commit('second');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('takes the last commit of main', () => {
    expect(subjects()).toEqual(['second']);
  });

  it('takes the commits of a branch since it left main', () => {
    git('switch', '--quiet', '--create', 'branch');
    commit('third');
    commit('fourth with spaces');
    expect(subjects()).toEqual(['fourth with spaces', 'third']);
  });

  it('takes the last commit where there is no main', () => {
    git('branch', '--move', 'trunk');
    expect(subjects()).toEqual(['second']);
  });

  it('takes none in a folder of the repository, as of a release that somebody unpacked there', () => {
    mkdirSync(join(root, 'unpacked'));
    expect(readCommits(join(root, 'unpacked'))).toBeNull();
  });
});

it('takes none outside of a repository', () => {
  expect(readCommits('/dev')).toBeNull();
});

function hasGit(): boolean {
  try {
    return execFileSync('git', ['--version'], { encoding: 'utf8' }) !== '';
  } catch {
    return false;
  }
}
