import { expect, it, test } from 'vitest';
import { printableTexts } from './printable-text.ts';

test.each([
  // Printed as it is
  ['Ünïted & Søn, “Straße” – 5 €', 'Ünïted & Søn, “Straße” – 5 €', false],
  ['a\u0301', 'á', false],
  // Near enough to be read
  ['Łódź', 'Lódz', true],
  ['İstanbul ığdır', 'Istanbul igdir', true],
  ['ﬁne ①', 'fine 1', true],
  ['−5 °C', '-5 °C', true],
  ['two\u2009words\nand\tmore', 'two words and more', true],
  ['zero\u200bwidth \u202eturned', 'zerowidth turned', true],
  // One sign for what a reader sees as one
  ['東京', '??', true],
  ['क्षि', '?', true],
  ['👩‍👩‍👧 & co', '? & co', true],
  ['\u0301', '?', true],
])('%j is printed as %j', (text, printed, isChanged) => {
  const texts = printableTexts();
  expect(texts.print(text)).toBe(printed);
  expect(texts.changed()).toEqual(isChanged ? [text] : []);
});

it('never lets a character through that the fonts have no place for', () => {
  const texts = printableTexts();
  for (let code = 0; code < 0x3000; code++) {
    const printed = texts.print(`x${String.fromCodePoint(code)}`);
    const bytes = [...printed].map((character) => WINDOWS_1252.get(character));
    expect(bytes, `U+${code.toString(16)} gave ${JSON.stringify(printed)}`).not.toContain(undefined);
  }
});

const WINDOWS_1252 = new Map(
  Array.from({ length: 256 - 32 }, (_, i) => {
    const byte = i + 32;
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const;
  }).filter(([, byte]) => ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)),
);
