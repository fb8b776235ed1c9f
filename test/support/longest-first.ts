import { relative, resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../..');

/** Files that mostly wait for processes. */
const WAITING = 'test/faults/';
/** Folders with files of ten seconds and more: they start processes and browsers, or run all operations. */
const LONG = [
  ...[WAITING, 'test/browser/', 'test/contract/fuzz-operations', 'test/contract/two-'],
  'test/contract/public-url',
  ...['src/main.test.ts', 'src/platform/db/embedded.test.ts', 'test/properties/', 'test/contract/', 'tools/'],
];

/**
 * Starts with the slowest files, so that no worker has a long one left when the others are idle. The runner
 * knows the durations of the last run; in a fresh clone it knows only file sizes, which say nothing about
 * waiting for processes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return alternate(sorted, ({ moduleId }) => relative(ROOT, moduleId));
  }
}

/**
 * The slow files first, alternating one that waits with one that computes: with three waiting files, a
 * processor would be idle.
 */
export function alternate<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
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
