import { expect, it } from 'vitest';
import { atOnce } from './at-once.ts';

it('a promise that has resolved can be read at once, and one that was rejected stays as it was', async () => {
  const made = atOnce(Promise.resolve('text'));
  const read = made.then(() => ({ ...made }));
  expect(await read).toEqual({ status: 'fulfilled', value: 'text' });
  const failed = atOnce(Promise.reject(new Error('no connection')));
  await expect(failed).rejects.toThrow('no connection');
  expect({ ...failed }).toEqual({});
});
