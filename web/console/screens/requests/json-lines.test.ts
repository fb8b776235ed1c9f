import { expect, test } from 'vitest';
import { diffLines, jsonLines } from './json-lines.ts';

test.each([
  [
    '{"a":1.50,"b":[1,{"c":"x, {y}: z"}],"d":{},"e":[]}',
    [
      ...['{', '  "a": 1.50,', '  "b": [', '    1,', '    {', '      "c": "x, {y}: z"', '    }', '  ],'],
      ...['  "d": {},', '  "e": []', '}'],
    ],
  ],
  ['{"id":12345678901234567890}', ['{', '  "id": 12345678901234567890', '}']],
  // Cut, and no JSON.
  ['{"a":{"b":"x",', ['{', '  "a": {', '    "b": "x",']],
  ['a=b\nc', ['a=b', 'c']],
  ['"text"', ['"text"']],
])('the lines of %s', (text, expected) => {
  expect(jsonLines(text)).toEqual(expected);
});

const diff = (before: string, after: string) =>
  diffLines(jsonLines(before), jsonLines(after)).map(({ kind, text }) => `${kind} ${text.trim()}`);

test('what was changed, added and removed', () => {
  expect(diff('{"a":1,"b":2,"c":3}', '{"a":1,"b":5,"c":3,"d":4}')).toEqual([
    ...[
      'same {',
      'same "a": 1,',
      'removed "b": 2,',
      'added "b": 5,',
      'same "c": 3,',
      'added "d": 4',
      'same }',
    ],
  ]);
  expect(diff('{"a":1}', '{"a":1}').every((line) => line.startsWith('same'))).toBe(true);
  expect(diff('', '{"a":1}')).toEqual(['added {', 'added "a": 1', 'added }']);
});

test('very long bodies are compared without delay', () => {
  const lines = (from: number) => Array.from({ length: 5_000 }, (_, i) => `${from + i}`);
  const found = diffLines(lines(0), lines(7));
  expect(found).toHaveLength(10_000);
});
