import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { findViolations, parseReleased, released } from './released-migrations.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];
const one = { name: '0001_one.sql', checksum: A };
const two = { name: '0002_two.sql', checksum: B };
const three = { name: '0003_three.sql', checksum: C };

describe('released migrations', () => {
  it.each([
    ['as they were', [one, two], [one, two], [one, two], []],
    ['with a newer one', [one, two, three], [one, two], [one, two], []],
    ['and one more released', [one, two, three], [one, two, three], [one, two], []],
    [
      'changed',
      [one, { ...two, checksum: C }],
      [one, two],
      [one, two],
      [/^0002_two.sql is released and was changed/],
    ],
    ['removed', [one], [one, two], [one, two], [/^0002_two.sql is released and was removed/]],
    [
      'not in the list',
      [one, two, three],
      [one, three],
      [one, three],
      [/^0002_two.sql is not in .* before 0003_three/],
    ],
    ['forgotten', [one, two], [one], [one, two], [/no longer contains the released 0002_two.sql/]],
    [
      'edited with the list',
      [{ ...one, checksum: C }],
      [{ ...one, checksum: C }],
      [one],
      [/no longer contains the released 0001_one.sql/],
    ],
    ['none', [one], [], [], [/is empty/]],
  ])('%s', (_, files, list, before, expected) => {
    const found = findViolations(files, list, before);
    expect(found).toHaveLength(expected.length);
    for (const [index, sentence] of expected.entries()) expect(found[index]).toMatch(sentence);
  });

  it('are listed as sha256sum checks them', () => {
    expect(parseReleased(released([one, two]))).toEqual([one, two]);
    expect(() => parseReleased(`${A} 0001_one.sql\n`)).toThrow('is not a checksum and a name');
  });
});

test('the list of this repository has the first fifty', () => {
  const list = readFileSync(join(import.meta.dirname, '../migrations/released.sha256'), 'utf8');
  expect(parseReleased(list).length).toBeGreaterThanOrEqual(50);
});
