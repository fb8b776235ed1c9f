import { expect, it } from 'vitest';
import { Decimal, decimal } from '#core/decimal.ts';
import { fromMessage, toMessage } from './message.ts';

it('gives back what was put in, with the classes that a copy would lose', () => {
  const value = {
    ...{ at: Temporal.Instant.from('2030-01-15T00:00:00.123Z'), on: Temporal.PlainDate.from('2030-02-28') },
    ...{ amount: decimal('12345678901234567890.123456789012345678'), none: null, flag: false },
    list: [1, 'two', { at: Temporal.Instant.from('2030-01-15T00:00:00Z') }],
    bytes: new Uint8Array([1, 2]),
  };
  const back = fromMessage(structuredClone(toMessage(value))) as typeof value;
  expect(back).toEqual(value);
  expect([back.at, back.on, back.amount].map((each) => each.constructor)).toEqual([
    Temporal.Instant,
    Temporal.PlainDate,
    Decimal,
  ]);
});
