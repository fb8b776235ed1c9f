import { expect, test } from 'vitest';
import { migrationForm, requestOfJob } from './migration-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const form = migrationForm({ source: 'pp.1', target: 'pp.1', targetVersion: '2' }, say);

test.each([
  [{}, {}],
  [{ source: '' }, { source: 'sourceNeeded' }],
  [{ version: '0' }, { version: 'versionNeeded' }],
  [{ target: '' }, { target: 'targetNeeded' }],
  [{ targetVersion: '1' }, { targetVersion: 'sameVersion' }],
  [{ target: '', targetVersion: '' }, {}],
])('%j', (change, errors) => expect(form.check({ ...form.initial, ...change })).toEqual(errors));

test('a job is repeated with its own terms', () => {
  const sent = form.read({ ...form.initial, keepsOffsets: true });
  expect(sent).toEqual({
    ...{ sourceId: 'pp.1', sourceVersion: 1, targetId: 'pp.1', targetVersion: 2 },
    ...{ migrationMode: 'NEXT_CYCLE', retainStartOffsets: true },
  });
  const metadata = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
  expect(requestOfJob(metadata)).toEqual(sent);
  expect(requestOfJob({ ...metadata, sourceVersion: '1-3' })).toBeNull();
  expect(requestOfJob(undefined)).toBeNull();
});
