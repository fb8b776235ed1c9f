import { expect, it } from 'vitest';
import { documentOf, PARTS, withParts } from './configuration-document.ts';

const TEXT = '{"formatVersion":1,"features":[],"pricePlans":[{"rate":0.10000000000000000001,"text":"1.50"}]}';

it('keeps every digit and every text of a document', () => {
  const document = documentOf(TEXT);
  expect(JSON.stringify(document)).toBe(TEXT);
  expect(JSON.stringify(document && withParts(document, new Set(PARTS)))).toBe(TEXT);
});

it('leaves out parts that are not chosen, and nothing else', () => {
  const document = documentOf('{"formatVersion":1,"features":[],"addOns":[],"later":1}');
  expect(JSON.stringify(document && withParts(document, new Set(['addOns'])))).toBe(
    '{"formatVersion":1,"addOns":[],"later":1}',
  );
});

it.each(['', '[', '[]', 'null', '{"features":[]}'])('%j is no document', (text) => {
  expect(documentOf(text)).toBeNull();
});
