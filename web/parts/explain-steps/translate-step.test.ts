import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { fill, type Values } from '../../messages/fill.ts';
import { CLAUSES } from './clauses.ts';
import { slotsOf } from './patterns.ts';
import { isKnownStep } from './read-step.ts';
import { LISTS, SENTENCES } from './sentences.ts';
import { type SayStep, translateStep } from './translate-step.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(read(`../../messages/${language}/steps.json`));

/** Of each sentence that the API says: the sentence, and the English and the German text of the console. */
const sentences = read('./translated-steps.txt')
  .trim()
  .split('\n\n')
  .map((lines) => lines.split('\n') as [step: string, english: string, german: string]);

const used = new Set<string>();
const sayIn = (texts: Record<string, string>, write = fill) =>
  ((key: string, values?: Values) => {
    used.add(key);
    return write(texts[key] ?? '', values);
  }) as SayStep;

/** The same modules, loaded in a browser that prefers German. */
async function loadGerman(): Promise<(step: string) => string> {
  vi.stubGlobal('navigator', { languages: ['de'] });
  vi.resetModules();
  const german = await import('./translate-step.ts');
  const { fill: write } = await import('../../messages/fill.ts');
  return (step) => german.translateStep(step, sayIn(textsOf('de'), write));
}
const inGerman = await loadGerman();
const inEnglish = (step: string) => translateStep(step, sayIn(textsOf('en')));

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('every sentence', () => {
  it.each(sentences)('%s', (step, english, german) => {
    expect([inEnglish(step), inGerman(step)]).toEqual([english, german]);
  });

  it('that the console can translate is among them', () => {
    for (const [step] of sentences) inEnglish(step);
    expect(Object.keys(textsOf('en')).filter((key) => !used.has(key))).toEqual([]);
  });

  it('is another one in German', () => {
    const isSame = ([, english, german]: (typeof sentences)[number]) =>
      !/[a-z]/.test(german) || english !== german;
    // Beside names of variables with their values.
    expect(sentences.filter((each) => !isSame(each)).map(([step]) => step)).toEqual([
      'invoice.start_date = 2030-01-01',
    ]);
  });
});

it('a message has a place for each part of its sentence', () => {
  const all = [...SENTENCES, ...Object.values(LISTS).flatMap(({ patterns }) => patterns)];
  const placesOf = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  const texts = textsOf('en');
  for (const [key, template] of [...all, ...Object.values(CLAUSES).flat()])
    expect([key, placesOf(texts[key])]).toEqual([
      key,
      slotsOf(template)
        .map(({ name }) => name)
        .sort(),
    ]);
});

describe('a sentence that no pattern recognizes', () => {
  test.each(['a sentence of tomorrow: 20000', 'charged: many USD', 'first units × 0.01 = 10', ''])(
    '%j stays as it is',
    (step) => expect([inGerman(step), isKnownStep(step)]).toEqual([step, false]),
  );

  it('stays as it is among others', () => {
    const step = 'with the credit note after it: charged: 1000 USD; so to speak';
    expect(inGerman(step)).toBe('danach, mit der Gutschrift: berechnet: 1.000 USD; so to speak');
    expect(isKnownStep(step)).toBe(false);
  });
});

it('no digit is lost, also of those that Intl would round', () => {
  const fraction = '1234567890'.repeat(4);
  expect(inEnglish(`result: -12345678901234567890123.${fraction}`)).toBe(
    `result: −12,345,678,901,234,567,890,123.${fraction}`,
  );
  expect(inEnglish('result: -0.50')).toBe('result: −0.50');
});
