import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ApiDocument, generate, kebab } from './generate.ts';
import { AREAS_WITH_A_ROW } from './stale-after.ts';

const document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as ApiDocument;
const described = Object.values(document.paths).flatMap((methods) => Object.entries(methods));

describe('the generated client', () => {
  const files = generate(document);

  it('has one object per operation', () => {
    const made = [...files.values()].flatMap((text) =>
      [...text.matchAll(/^export const (\w+) = /gm)].map(([, id]) => id),
    );
    const expected = described.map(([, { operationId }]) => operationId);
    expect(made.filter((id) => id !== 'DECIMALS').sort()).toEqual(expected.sort());
  });

  it('knows by what a list can be sorted', () => {
    const sorted = [...files.values()].flatMap((text) => [...text.matchAll(/^ {2}query: .*'_sort'/gm)]);
    const known = [...files.values()].flatMap((text) => [...text.matchAll(/^ {2}sorts: \['\w+'/gm)]);
    expect(known.length).toBeGreaterThan(10);
    expect(known).toHaveLength(sorted.length);
  });

  it('types what is sent as exact numbers, and what is read as text', () => {
    expect(files.get('request-types.ts')).not.toContain('Decimal;');
    expect(files.get('types.ts')).toContain('"totalAmount": Decimal');
  });
});

it('every area with writes says what they make stale, and no other does', () => {
  const writes = described.filter(([method]) => method !== 'get').map(([, { tags }]) => kebab(tags[0]));
  expect([...AREAS_WITH_A_ROW].sort()).toEqual([...new Set(writes)].sort());
});
