import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Decimal } from '#core/decimal.ts';
import { Closed, DateTime, ExactNumber, Nullable, PageOf, PlainDate, TextMap } from './schemas.ts';
import { compileWriter } from './writer.ts';

const print = (schema: object, value: unknown, prefix = 'platform') =>
  JSON.stringify(compileWriter(schema, { prefix })(value));

describe('a response', () => {
  it('has the declared members only, in the declared order', () => {
    const schema = Closed({ id: Type.String(), inner: Closed({ a: Type.String() }) });
    expect(print(schema, { secret: 1, inner: { b: 2, a: 'x' }, id: 'i' })).toBe(
      '{"id":"i","inner":{"a":"x"}}',
    );
  });

  it.each([
    // amount as computed or stored             as printed
    [new Decimal('123456789012345678901234567890.123456'), '123456789012345678901234567890.123456'],
    [new Decimal('0.1').plus('0.2'), '0.3'],
    [new Decimal('1e-7'), '0.0000001'],
    [new Decimal('1e21'), '1000000000000000000000'],
    [new Decimal('-0'), '0'],
    ['1.50', '1.5'],
    ['9007199254740993', '9007199254740993'],
    [7, '7'],
  ])('prints the exact number %s as %s', (amount, printed) => {
    expect(print(Closed({ amount: ExactNumber() }), { amount })).toBe(`{"amount":${printed}}`);
  });

  it('prints instants in UTC with milliseconds, and dates as days', () => {
    const schema = Closed({ at: DateTime(), on: PlainDate() });
    const value = {
      at: Temporal.Instant.from('2026-01-31T05:30:00.123456+05:30'),
      on: Temporal.PlainDate.from('2026-01-31'),
    };
    expect(print(schema, value)).toBe('{"at":"2026-01-31T00:00:00.123Z","on":"2026-01-31"}');
  });

  it.each([
    // declared                              value    printed
    [Type.Optional(Type.String()), { a: null }, '{}'],
    [Type.Optional(Type.String()), { a: undefined }, '{}'],
    [Type.Optional(Type.String()), {}, '{}'],
    [Type.Optional(Nullable(Type.String())), { a: null }, '{"a":null}'],
    [Type.Optional(Nullable(Type.String())), {}, '{}'],
    [Nullable(Type.String()), {}, '{"a":null}'],
    [Nullable(Type.String()), { a: null }, '{"a":null}'],
    [Nullable(ExactNumber()), { a: null }, '{"a":null}'],
    [Nullable(DateTime()), { a: null }, '{"a":null}'],
    [Nullable(Closed({ b: Type.String() })), { a: null }, '{"a":null}'],
    [Nullable(Type.Array(Type.String())), { a: null }, '{"a":null}'],
    [Type.Optional(ExactNumber()), { a: null }, '{}'],
  ])('%#: a null is printed only where it is declared', (declared, value, printed) => {
    expect(print(Closed({ a: declared }), value)).toBe(printed);
  });

  it('prints lists and maps by the rules of their items', () => {
    const at = Temporal.Instant.from('2026-01-31T00:00:00Z');
    expect(print(Type.Array(DateTime()), [at])).toBe('["2026-01-31T00:00:00.000Z"]');
    const prices = Type.Unsafe({ type: 'object', additionalProperties: ExactNumber() });
    expect(print(prices, { EUR: new Decimal('0.10') })).toBe('{"EUR":0.1}');
    expect(print(TextMap({ maxProperties: 9, maxKey: 9, maxValue: 9 }), { k: 'v' })).toBe('{"k":"v"}');
    expect(print(PageOf(Closed({ at: DateTime() })), { data: [{ at, x: 1 }], nextToken: null })).toBe(
      '{"data":[{"at":"2026-01-31T00:00:00.000Z"}],"nextToken":null}',
    );
  });

  it("prints the platform's own names with the prefix of the deployment", () => {
    const schema = Closed({
      platformAccountId: Type.String(),
      platformId: Type.String(),
      platform: Type.String(),
      platforms: Type.String(),
    });
    const value = { platformAccountId: '1', platformId: '2', platform: '3', platforms: '4' };
    expect(print(schema, value, 'acme')).toBe(
      '{"acmeAccountId":"1","acmeId":"2","platform":"3","platforms":"4"}',
    );
    expect(print(schema, value)).toContain('"platformAccountId":"1"');
  });
});
