import { randomUUID } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { newId, newTimeUuid } from '../ids.ts';
import { hasCardNumber } from './card-numbers.ts';

test.each([
  // text                                     has one
  ['4111111111111111', true], //              sixteen digits, of a test card
  ['4111 1111 1111 1111', true],
  ['4111-1111-1111-1111', true],
  ['4111 - 1111  -1111\u20131111', true],
  ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', true],
  ['card:378282246310005;exp 12/30', true], // fifteen digits
  ['card4111111111111111end', true],
  ['4222222222222', true], //                 thirteen
  ['6304000000000000000', true], //           nineteen: 6 + 3·2 + 0 + 4·2 = 20
  ['12 4111 1111 1111 1111 30', true], //     groups before and after it
  ['4111111111111112', false], //             another check digit
  ['411111111111', false], //                 twelve digits
  ['41111111111111110000', false], //         twenty digits in one run
  ['4111.1111.1111.1111', false],
  ['4111/1111/1111/1111', false],
  ['+49 30 1234567', false],
  ['', false],
])('%j', (text, expected) => {
  expect(hasCardNumber(text)).toBe(expected);
});

/** Written another way than the code: by a table of doubled digits. */
function luhnOf(digits: string): boolean {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit);
    return total + (index % 2 === 0 ? value : (doubled[value] as number));
  }, 0);
  return sum % 10 === 0;
}

it('agrees with a table for many numbers of every length', () => {
  for (let length = 13; length <= 19; length++)
    for (let last = 0; last < 200; last++) {
      const digits = `4${String(last * 7919 * length).padStart(length - 1, '0')}`.slice(0, length);
      expect([digits, hasCardNumber(digits)]).toEqual([digits, luhnOf(digits)]);
    }
});

it('finds none in ids that we make', () => {
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  for (let round = 0; round < 5_000; round++) {
    const ids = [
      newId('inv', now),
      newTimeUuid(now),
      randomUUID(),
      `wal.${randomUUID().replaceAll('-', '')}`,
    ];
    expect(ids.filter(hasCardNumber)).toEqual([]);
  }
});

it('finds none in an id of hexadecimal digits that has one by chance', () => {
  expect(hasCardNumber('a0000000-4111-4111-8111-111111111110')).toBe(false);
  expect(hasCardNumber('wal.4111111111111111aaaaaaaaaaaaaaaa')).toBe(false);
});
