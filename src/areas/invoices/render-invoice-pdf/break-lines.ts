/**
 * Breaks a text at its spaces into lines that fit; a word that fits no line is broken between characters. A
 * character always finds a place, however narrow the column.
 */
export function breakLines(text: string, fits: (part: string) => boolean): string[] {
  const lines = [''];
  for (const word of text.trim().split(/ +/)) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.splice(line === '' ? -1 : lines.length, 1, ...breakWord(word, fits));
  }
  return lines;
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const pieces = [''];
  for (const character of word) {
    const piece = pieces.at(-1) ?? '';
    if (piece === '' || fits(piece + character)) pieces[pieces.length - 1] = piece + character;
    else pieces.push(character);
  }
  return pieces;
}
