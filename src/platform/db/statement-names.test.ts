import { beforeEach, describe, expect, it } from 'vitest';
import { statementNames } from './statement-names.ts';

describe('the name of a prepared statement', () => {
  let statementName = statementNames().nameOf;
  beforeEach(() => {
    statementName = statementNames().nameOf;
  });

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

  it('is given to a text that comes after many that were seen once', () => {
    for (let i = 0; i < 1000; i++) statementName(`select ${i} once`);
    const names = Array.from({ length: 5 }, () => statementName('select the usual'));
    expect(names.at(-1)).toMatch(/^s\d+$/);
  });

  it('is another one after the texts were forgotten, because connections may keep the old one', () => {
    const { nameOf, forget } = statementNames();
    const settle = (text: string) => Array.from({ length: 9 }, () => nameOf(text)).at(-1);
    const [before] = [settle('select 4'), forget()];
    expect(settle('select 5')).toMatch(/^s\d+$/);
    expect([settle('select 4'), settle('select 5')]).not.toContain(before);
  });
});
