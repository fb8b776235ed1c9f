import { expect, it } from 'vitest';
import { makeOnce } from './make-once.ts';

it('makes a value once for all callers, and again only after a failure', async () => {
  const results = [Promise.reject(new Error('not yet')), Promise.resolve('made'), Promise.resolve('again')];
  const find = makeOnce(() => results.shift() as Promise<string>);
  const failing = [find(), find()];
  for (const each of failing) await expect(each).rejects.toThrow('not yet');
  expect(await Promise.all([find(), find()])).toEqual(['made', 'made']);
  expect([await find(), results.length]).toEqual(['made', 1]);
});
