import { describe, expect, it } from 'vitest';
import { statementName } from './statement-names.ts';

describe('the name of a prepared statement', () => {
  it('is given to a text that was seen before, and is always the same', () => {
    const names = Array.from({ length: 8 }, () => statementName('select 1'));
    expect(names.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(new Set(names.slice(3))).toEqual(new Set([expect.stringMatching(/^s\d+$/)]));
  });

  it('differs between texts', () => {
    const settle = (text: string) => Array.from({ length: 9 }, () => statementName(text)).at(-1);
    expect(settle('select 2')).not.toBe(settle('select 3'));
  });

  it('is not given without end: texts that vary stay unnamed', () => {
    for (let i = 0; i < 5000; i++) for (let k = 0; k < 9; k++) statementName(`select ${i} as many`);
    const named = Array.from({ length: 5000 }, (_, i) => statementName(`select ${i} as many`)).filter(
      Boolean,
    );
    expect(named.length).toBeLessThanOrEqual(1000);
    expect(new Set(named).size).toBe(named.length);
  });
});
