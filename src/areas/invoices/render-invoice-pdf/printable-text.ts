/**
 * Texts in the characters that the standard fonts of PDF have (Windows-1252, so Western European languages).
 * A letter with a mark they lack loses the mark, any other character they lack becomes `?`. Nothing changes
 * silently: the originals of changed texts are kept, and the document names them.
 */
export interface PrintableTexts {
  print(text: string): string;
  /** The texts that could not be printed exactly, as they were. */
  changed(): string[];
}

const BEYOND_LATIN_1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const PRINTABLE = new RegExp(`^[\\x20-\\x7e\\xa0-\\xac\\xae-\\xff${BEYOND_LATIN_1}]*$`, 'u');

/** Letters that Unicode does not take apart, and signs with a plain equal. */
const NEAR: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  ẞ: 'SS',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '―': '—',
  '′': "'",
  '″': '"',
};
const SPACE = /[\p{Zs}\p{Zl}\p{Zp}\t\n\r]/u;
/** What has no shape of its own: joiners, direction marks, variation selectors. */
const INVISIBLE = /^(?:[\p{Cf}\p{Cc}]|\ufe0f)+$/u;
const MARK = /\p{M}/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function printableTexts(): PrintableTexts {
  const changed = new Set<string>();
  return {
    print(text) {
      if (PRINTABLE.test(text)) return text;
      const normal = text.normalize('NFC');
      const printed = Array.from(graphemes.segment(normal), ({ segment }) => printGrapheme(segment)).join('');
      if (printed !== normal) changed.add(text);
      return printed;
    },
    changed: () => [...changed],
  };
}

function printGrapheme(grapheme: string): string {
  const printed = Array.from(grapheme, printCharacter).join('');
  return printed === '' && !INVISIBLE.test(grapheme) ? '?' : printed;
}

/** Empty for a character without an equal, which may be only a mark on the one before it. */
function printCharacter(character: string): string {
  if (PRINTABLE.test(character)) return character;
  if (SPACE.test(character)) return ' ';
  const near = NEAR[character] ?? character.normalize('NFKD').replace(MARK, '');
  return PRINTABLE.test(near) ? near : '';
}
