import type { Mentioned } from '#platform/db/mentions.ts';

/** Searches for a person in the pieces of a text that may be larger than memory. */
export interface MentionFinder {
  /** Whether the pieces so far mention the person. */
  read(piece: string): boolean;
  /** The same at the end of the text. */
  end(): boolean;
}

/** By the rules of `mentions` in `src/platform/db/mentions.ts`. */
export function mentionFinder({ texts, ids }: Mentioned): MentionFinder {
  const finders = [
    finderOf(
      texts.map((text) => plain(text)),
      { prepare: plain, isEdge: isNoPartOfWord },
    ),
    finderOf(ids, { prepare: (piece) => piece, isEdge: isEdgeOfId }),
  ];
  return {
    read: (piece) => finders.map((finder) => finder(piece, false)).includes(true),
    end: () => finders.map((finder) => finder('', true)).includes(true),
  };
}

interface Manner {
  prepare(piece: string): string;
  /** `''`: the start or the end of the text. */
  isEdge(character: string): boolean;
}

function finderOf(wanted: readonly string[], { prepare, isEdge }: Manner) {
  const longest = Math.max(0, ...wanted.map(({ length }) => length));
  let kept = '';
  let isCut = false;
  let isFound = false;
  return (piece: string, isLast: boolean): boolean => {
    if (isFound || wanted.length === 0) return isFound;
    const text = kept + prepare(piece);
    isFound = wanted.some((each) => stands(each, text, { isEdge, isCut, isLast }));
    // Keeps a possibly incomplete match, with the character before it, for the next piece.
    kept = text.slice(-(longest + 2));
    isCut ||= kept.length < text.length;
    return isFound;
  };
}

function stands(
  wanted: string,
  text: string,
  { isEdge, isCut, isLast }: Pick<Manner, 'isEdge'> & { isCut: boolean; isLast: boolean },
): boolean {
  // A cut text has a preceding character, which an earlier call has already searched.
  for (let at = text.indexOf(wanted, isCut ? 1 : 0); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    // The character after the end of a piece is not known yet.
    const isWhole = end < text.length ? isEdge(characterAt(text, end)) : isLast;
    if (isWhole && isEdge(characterBefore(text, at))) return true;
  }
  return false;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
}

/** Removes the quoting of JSON, CSV and nested JSON. */
function plain(text: string): string {
  return text.toLowerCase().replace(/["\\]/g, '');
}

function isNoPartOfWord(character: string): boolean {
  return !/^[\p{L}\p{N}]/u.test(character);
}

function isEdgeOfId(character: string): boolean {
  return character === '' || /[\s"'\\,;|/]/.test(character);
}
