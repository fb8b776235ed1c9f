import { expect, it } from 'vitest';
import { type MigrationTerms, readTerms, writeTerms } from './migration-terms.ts';

it.each<MigrationTerms>([
  {
    ...{ sourceId: 'pp.a', sourceVersions: [1], target: null, migrationMode: 'IMMEDIATE' },
    retainStartOffsets: false,
  },
  {
    ...{ sourceId: 'pp.a', sourceVersions: [1, 2, 3, 7], target: { id: 'pp.b', version: 4 } },
    ...{ migrationMode: 'NEXT_CYCLE_IGNORE_OVERRIDE', retainStartOffsets: true },
  },
])('terms are in the metadata of their job: %j', (terms) => {
  expect(readTerms({ id: 'job.1', metadata: writeTerms(terms) })).toEqual(terms);
});

it('metadata without terms is a mistake of ours', () => {
  expect(() => readTerms({ id: 'job.1', metadata: {} })).toThrow(/job\.1 has no migration terms/);
});
