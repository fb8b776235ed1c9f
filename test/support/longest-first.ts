import { relative, resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../..');

/** Files that wait for processes most of their time. */
const WAITING = 'test/faults/';
/** Where files take ten seconds and more: they start processes and servers, or go over all operations. */
const LONG = [
  ...[WAITING, 'test/contract/fuzz-operations', 'test/contract/two-', 'test/contract/public-url'],
  ...['src/main.test.ts', 'src/platform/db/embedded.test.ts', 'test/properties/', 'test/contract/', 'tools/'],
];

/**
 * Begins with the files that take longest, so that no worker has a long one left when the others have nothing
 * more to do. The runner knows how long files took the last time; in a fresh clone it knows only their size,
 * which says nothing about waiting for processes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return takeTurns(sorted, ({ moduleId }) => relative(ROOT, moduleId));
  }
}

/**
 * Those that take long first, and of these in turns one that waits and one that computes: beside three that
 * wait, a processor would have nothing to do.
 */
export function takeTurns<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const ranked = files.toSorted((one, other) => rankOf(pathOf(one)) - rankOf(pathOf(other)));
  const waiting = ranked.filter((file) => pathOf(file).startsWith(WAITING));
  const computing = ranked.slice(waiting.length);
  const turns = waiting.flatMap((file, index) => [file, ...computing.slice(index, index + 1)]);
  return [...turns, ...computing.slice(waiting.length)];
}

function rankOf(path: string): number {
  const rank = LONG.findIndex((start) => path.startsWith(start));
  return rank === -1 ? LONG.length : rank;
}
