import { describe, expect, it } from 'vitest';
import type { Tx } from './db/database.ts';
import type { Org } from './http/operation.ts';
import { port, portCaller, portHandler } from './ports.ts';

const LENGTHS = port<string, number>('words.length');
const where = { tx: {} as Tx, org: {} as Org };
const lengths = portHandler(LENGTHS, async (_tx, _org, words) => words.map((word) => word.length || null));

describe('a port', () => {
  it('returns the values of its handler, in the order of the keys', async () => {
    const callPort = portCaller([lengths]);
    expect(await callPort(LENGTHS, where, ['one', '', 'three'])).toEqual([3, null, 5]);
    expect(await callPort(LENGTHS, where, [])).toEqual([]);
  });

  it('has exactly one handler', async () => {
    expect(() => portCaller([lengths, lengths])).toThrow('two areas handle one port');
    const callPort = portCaller([]);
    await expect(callPort(LENGTHS, where, ['one'])).rejects.toThrow('no area handles the port words.length');
  });
});
