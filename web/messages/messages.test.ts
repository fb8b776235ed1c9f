import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { fill } from './fill.ts';
import { pseudoText } from './pseudo.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
const folder = new URL('.', import.meta.url).pathname;
const english = globSync(`${folder}en/*.json`).map((path) => basename(path));
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each(english)('%s', (name) => {
  const [en, de] = [read(`${folder}en/${name}`), read(`${folder}de/${name}`)];

  it('has the same keys in every language', () => expect(Object.keys(de)).toEqual(Object.keys(en)));

  it('has the same placeholders in every language', () => {
    const differing = Object.keys(en).filter(
      (key) => String(placeholders(de[key] ?? '')) !== String(placeholders(en[key] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  it('leaves no text empty', () => {
    expect([...Object.entries(en), ...Object.entries(de)].filter(([, text]) => text.trim() === '')).toEqual(
      [],
    );
  });
});

it('each area is in the list of areas', () => {
  const areas = readFileSync(`${folder}areas.ts`, 'utf8');
  expect(english.filter((name) => !areas.includes(`./en/${name}'`))).toEqual([]);
});

it('every text is used', () => {
  const sources = globSync(`${folder}../{console,parts,session,ui}/**/*.{ts,tsx}`)
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  // `t('key')`, `t.count('key', …)`, `t(`prefix.${name}`)`, and the prefix of looks.
  const isUsed = (key: string) => {
    const stem = key.replace(/_(?:one|other)$/, '');
    const [prefix = '', rest] = key.split('.');
    return (
      [`'${key}'`, `'${stem}'`].some((literal) => sources.includes(literal)) ||
      (rest !== undefined &&
        [`\`${prefix}.\${`, `}.${rest}\``, `, '${prefix}'>`].some((part) => sources.includes(part))) ||
      prefix === 'status'
    );
  };
  const unused = english.flatMap((name) =>
    Object.keys(read(`${folder}en/${name}`))
      .filter((key) => !isUsed(key))
      .map((key) => `${name}: ${key}`),
  );
  expect(unused).toEqual([]);
});

test('the pseudo-language is longer, and keeps its placeholders', () => {
  expect(pseudoText('Copy {what}')).toBe('[Cópy {what}~~~~~~]');
  expect(pseudoText('x'.repeat(34))).toMatch(/^\[x{34}~{8} ~{8} ~\]$/);
});

test('numbers are formatted, and placeholders without a value stay visible', () => {
  expect(fill('{count} of {all}', { count: 1234 })).toBe('1,234 of {all}');
});

it.each([
  ['Ann Example', 'Asked by Ann Example, today.'],
  ['آن', 'Asked by \u2068آن\u2069, today.'],
  ['\u202eevil', 'Asked by \u2068evil\u2069, today.'],
])('the name %j leaves the sentence around it as it is', (name, sentence) => {
  expect(fill('Asked by {name}, today.', { name })).toBe(sentence);
});
