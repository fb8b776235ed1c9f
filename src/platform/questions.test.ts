import { describe, expect, it } from 'vitest';
import type { Tx } from './db/database.ts';
import type { Org } from './http/operation.ts';
import { answer, asker, question } from './questions.ts';

const LENGTHS = question<string, number>('words.length');
const where = { tx: {} as Tx, org: {} as Org };
const lengths = answer(LENGTHS, async (_tx, _org, words) => words.map((word) => word.length || null));

describe('a question', () => {
  it('is answered by who knows, in the order of its keys', async () => {
    const ask = asker([lengths]);
    expect(await ask(LENGTHS, where, ['one', '', 'three'])).toEqual([3, null, 5]);
    expect(await ask(LENGTHS, where, [])).toEqual([]);
  });

  it('has one answer', async () => {
    expect(() => asker([lengths, lengths])).toThrow('two areas answer the same question');
    await expect(asker([])(LENGTHS, where, ['one'])).rejects.toThrow('no area answers words.length');
  });
});
