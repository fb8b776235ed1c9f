const BEYOND_LATIN_1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const STANDARD = new RegExp(`^[\\x20-\\x7e\\xa0-\\xac\\xae-\\xff${BEYOND_LATIN_1}]*$`, 'u');
const SPACE = /[\p{Zs}\p{Zl}\p{Zp}\t\n\r]/gu;
/**
 * Characters without a shape: direction marks, tags, controls. Not the joiners, which shape their neighbours.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Cc}]/gu;

/** A text for one line: composed (Unicode), without control characters, with plain spaces. */
export function cleanText(text: string): string {
  if (STANDARD.test(text)) return text;
  return text.toWellFormed().normalize('NFC').replace(SPACE, ' ').replace(INVISIBLE, '');
}

/** Whether the standard fonts of every PDF reader can display it (Windows-1252). */
export function isStandardText(text: string): boolean {
  return STANDARD.test(cleanText(text));
}
