/**
 * Breaks a text at its spaces into lines that fit; a word longer than a line is broken between grapheme
 * clusters. Each line has at least one, however narrow the column.
 */
export function breakLines(text: string, fits: (part: string) => boolean): string[] {
  const lines = [''];
  for (const word of text.trim().split(/ +/)) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= MAX_IN_A_LINE && fits(longer)) lines[lines.length - 1] = longer;
    else lines.splice(line === '' ? -1 : lines.length, 1, ...breakWord(word, fits));
  }
  return lines;
}

/** More than fits on a page in the smallest type; measuring takes time in proportion to the text. */
const MAX_IN_A_LINE = 2000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  if (word.length <= MAX_IN_A_LINE && fits(word)) return [word];
  const characters = Array.from(graphemes.segment(word), ({ segment }) => segment);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; ) {
    const count = countFitting(characters, { at, guess: 32 }, fits);
    pieces.push(characters.slice(at, at + count).join(''));
    at += count;
  }
  return pieces.length > 0 ? pieces : [''];
}

/**
 * Returns how many grapheme clusters from `at` on fit, at least one: doubles until they do not, then
 * bisects.
 */
function countFitting(
  characters: readonly string[],
  { at, guess }: { at: number; guess: number },
  fits: (part: string) => boolean,
): number {
  const rest = characters.length - at;
  const hasRoom = (count: number) => fits(characters.slice(at, at + count).join(''));
  let [max, min] = [Math.min(guess, rest), 1];
  while (max < rest && hasRoom(max)) [min, max] = [max, Math.min(max * 2, rest)];
  if (max > min && hasRoom(max)) return max;
  while (max - min > 1) {
    const middle = Math.floor((min + max) / 2);
    if (hasRoom(middle)) min = middle;
    else max = middle;
  }
  return min;
}
