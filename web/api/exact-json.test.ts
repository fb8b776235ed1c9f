import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { exact, isDecimal } from './decimal.ts';
import { parseExact } from './exact-json.ts';
import type { Schema } from './schema-types.ts';

it('keeps every digit of a decimal, and integers as numbers', () => {
  expect(
    parseExact('{"totalAmount":0.1000000000000000055,"netTermDays":30,"value":12345678901234567890}'),
  ).toEqual({
    totalAmount: '0.1000000000000000055',
    netTermDays: 30,
    value: '12345678901234567890',
  });
});

it('keeps the elements of a list of decimals', () => {
  expect(parseExact('{"metricValues":[1.005,2]}')).toEqual({ metricValues: ['1.005', '2'] });
});

it('every list of numbers in the API is a list of decimals', () => {
  const { components } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
    components: { schemas: Record<string, Schema> };
  };
  const found: string[] = [];
  const visit = (schema: Schema, path: string): void => {
    const type = [schema.items?.type].flat()[0];
    if (type === 'integer' || type === 'number') found.push(`${path}: ${type}`);
    for (const [name, each] of Object.entries(schema.properties ?? {})) visit(each, `${path}.${name}`);
    if (schema.items) visit(schema.items, `${path}[]`);
    for (const each of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) visit(each, path);
  };
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name);
  expect(found.filter((each) => each.endsWith('integer'))).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});

test.each(['0.1', '-12.50', '12345678901234567890.123456789', '007'])(
  '%s is sent with its digits',
  (text) => {
    expect(JSON.stringify({ amount: exact(text) })).toBe(`{"amount":${text.replace(/^0+(?=\d)/, '')}}`);
  },
);

test.each(['', 'abc', '1,5', '1e5', '.5', '--1', '1.'])('%s is no decimal', (text) => {
  expect(isDecimal(text)).toBe(false);
  expect(() => exact(text)).toThrow('is not a decimal');
});
