import { relative, resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../..');

/** Where files take ten seconds and more: they start processes and servers, or go over all operations. */
const LONG = [
  ...['test/faults/', 'test/contract/fuzz-operations', 'test/contract/two-', 'src/main.test.ts'],
  ...['src/platform/db/embedded.test.ts', 'test/properties/', 'test/contract/', 'tools/'],
];

/**
 * Begins with the files that take longest, so that no worker has a long one left when the others have nothing
 * more to do. The runner knows how long files took the last time; in a fresh clone it knows only their size,
 * which says nothing about waiting for processes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const path = relative(ROOT, moduleId);
  const rank = LONG.findIndex((start) => path.startsWith(start));
  return rank === -1 ? LONG.length : rank;
}
