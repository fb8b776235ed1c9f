import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { applyOperation, findExcess, type LicenseOperation, replayLevels } from './levels.ts';

const day = (n: number) => Temporal.Instant.from('2030-01-01T00:00:00Z').add({ hours: 24 * (n - 1) });

describe('operations replayed in the order in which they take effect', () => {
  // +5: RELATIVE. =5: ABSOLUTE.
  it.each([
    ['+10 +5', '10 15'],
    ['+10 +2 +5', '10 12 17'], // the +2 was sent last, for a day between the others
    ['+10 =4 +1', '10 4 5'],
    ['=3 =3 -3', '3 3 0'],
    ['+0.1 +0.2 -0.3', '0.1 0.3 0'], // doubles leave 5.5e-17
    ['+1 -2 +5', '1 -1 4'],
  ])('%s gives %s', (operations, levels) => {
    expect(replayLevels(operations.split(' ').map(toOperation)).map(decimalText).join(' ')).toBe(levels);
  });
});

function toOperation(text: string): LicenseOperation {
  return text.startsWith('=')
    ? { updateType: 'ABSOLUTE', quantity: decimal(text.slice(1)) }
    : { updateType: 'RELATIVE', quantity: decimal(text.replace('+', '')) };
}

describe('operations that come in any order', () => {
  interface Sent extends LicenseOperation {
    at: number;
  }
  const sent: fc.Arbitrary<Sent> = fc.record({
    updateType: fc.constantFrom('RELATIVE', 'ABSOLUTE'),
    quantity: fc.integer({ min: -50, max: 50 }).map((n) => decimal(n).div(10)),
    at: fc.integer({ min: 1, max: 8 }),
  });

  it('have the levels of a replay in their order of effect, and of arrival within an instant', () => {
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 20 }), (operations) => {
        let placed: (Sent & { level: Decimal })[] = [];
        for (const operation of operations) placed = insert(placed, operation);
        const inOrder = operations.toSorted((a, b) => a.at - b.at);
        expect(placed.map(({ level }) => decimalText(level))).toEqual(replayLevels(inOrder).map(decimalText));
      }),
    );
  });

  function insert(placed: (Sent & { level: Decimal })[], operation: Sent) {
    const earlier = placed.filter(({ at }) => at <= operation.at);
    const later = placed.filter(({ at }) => at > operation.at);
    const next = later.findIndex(({ updateType }) => updateType === 'ABSOLUTE');
    const followers = next < 0 ? later : later.slice(0, next);
    const before = earlier.at(-1)?.level ?? ZERO;
    const result = applyOperation(operation, { before, followers: followers.map(({ level }) => level) });
    return [
      ...[...earlier, { ...operation, level: result.level }],
      ...followers.map((each, i) => ({ ...each, level: result.followers[i] as Decimal })),
      ...later.slice(followers.length),
    ];
  }
});

describe('a limit', () => {
  // Levels from days, until a day; limits of ranges of days.
  it.each([
    // levels       until  limits        first excess
    ['1:10', null, '1-9:10', ''],
    ['1:10.1', null, '1-9:10', '10.1 from 1'],
    ['1:12', 5, '5-9:10', ''], // the level ends where the limit begins
    ['1:12', 6, '5-9:10', '12 from 1'],
    ['9:12', null, '1-9:10', ''], // and begins where it ends
    ['1:5 4:12 6:5', null, '1-4:10 6-9:10', ''],
    ['1:5 4:12 6:5', null, '1-:10', '12 from 4'],
    ['1:5 4:12 4:5', null, '1-:10', ''], // 12 was at no instant
    ['1:0', null, '1-:0', ''],
  ])('%s until %s under %s: %s', (levels, until, limits, expected) => {
    const steps = levels.split(' ').map((text) => {
      const [at, quantity = ''] = text.split(':');
      return { at: day(Number(at)), quantity: decimal(quantity) };
    });
    const excess = findExcess(
      { steps, until: until === null ? null : day(until) },
      limits.split(' ').map((text) => {
        const [range = '', max = ''] = text.split(':');
        const [from, end] = range.split('-');
        return { from: day(Number(from)), until: end ? day(Number(end)) : null, maxQuantity: decimal(max) };
      }),
    );
    const found = excess && steps.indexOf(excess.step);
    const shown = found === null ? '' : levels.split(' ')[found]?.split(':').reverse().join(' from ');
    expect(shown).toBe(expected);
  });
});
