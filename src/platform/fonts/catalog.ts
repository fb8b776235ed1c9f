import { readFileSync } from 'node:fs';

/**
 * The bundled fonts: one family per group of scripts, each split into files by character range, so that a
 * name in a rare script loads only the files it needs.
 */
export type FamilyName = 'plain' | 'arabic' | 'hebrew' | 'chinese' | 'japanese' | 'korean' | 'emoji';

interface Family {
  package: string;
  /** A variable font has all weights in one file; a static one has a file for each. */
  isVariable: boolean;
  /** The files in use: the others repeat letters of another family. */
  parts: RegExp;
}

const NUMBERED = /^\[\d+\]$/;
const FAMILIES: Record<FamilyName, Family> = {
  plain: { package: '@fontsource/noto-sans', isVariable: false, parts: /./ },
  arabic: { package: '@fontsource/noto-sans-arabic', isVariable: false, parts: /^arabic$/ },
  hebrew: { package: '@fontsource/noto-sans-hebrew', isVariable: false, parts: /^hebrew$/ },
  chinese: { package: '@fontsource-variable/noto-sans-sc', isVariable: true, parts: NUMBERED },
  japanese: { package: '@fontsource-variable/noto-sans-jp', isVariable: true, parts: NUMBERED },
  korean: { package: '@fontsource-variable/noto-sans-kr', isVariable: true, parts: NUMBERED },
  emoji: { package: '@fontsource-variable/noto-emoji', isVariable: true, parts: NUMBERED },
};

/** One file of a family. */
export interface FontPart {
  family: FamilyName;
  part: string;
}

type Range = readonly [first: number, last: number, part: string];

/** Ranges per family, in the order of its list, by the blocks of code points that they overlap. */
const ranges = new Map<FamilyName, ReadonlyMap<number, readonly Range[]>>();
const BLOCK = 64;

/** The files of a family that claim to have a character; the claim is checked when they are open. */
export function partsWith(codePoint: number, family: FamilyName): FontPart[] {
  let known = ranges.get(family);
  if (!known) {
    known = byBlocks(readRanges(FAMILIES[family]));
    ranges.set(family, known);
  }
  const near = known.get(Math.floor(codePoint / BLOCK)) ?? [];
  return near
    .filter(([first, last]) => codePoint >= first && codePoint <= last)
    .map(([, , part]) => ({ family, part }));
}

/** The path of the file, and whether its weight has to be set after it is opened. */
export function fontFile(
  { family, part }: FontPart,
  weight: number,
): { path: URL; isVariable: boolean; name: string } {
  const { package: folder, isVariable } = FAMILIES[family];
  const stem = `${folder.slice(folder.indexOf('/') + 1)}-${part}`;
  const file = isVariable ? `${stem}-wght-normal.woff2` : `${stem}-${weight}-normal.woff`;
  return { path: locate(`${folder}/files/${file}`), isVariable, name: `${stem}-${weight}` };
}

function byBlocks(all: readonly Range[]): Map<number, Range[]> {
  const blocks = new Map<number, Range[]>();
  for (const range of all) {
    const [first, last] = range;
    for (let block = Math.floor(first / BLOCK); block <= Math.floor(last / BLOCK); block++)
      blocks.getOrInsert(block, []).push(range);
  }
  return blocks;
}

function readRanges({ package: folder, parts }: Family): Range[] {
  const listed = JSON.parse(readFileSync(locate(`${folder}/unicode.json`), 'utf8')) as Record<string, string>;
  return Object.entries(listed)
    .filter(([name]) => parts.test(name))
    .flatMap(([name, list]) =>
      list.split(',').map((range): Range => {
        const [first = '', last = first] = range.trim().slice('U+'.length).split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16), name.replace(/[[\]]/g, '')];
      }),
    );
}

function locate(file: string): URL {
  return new URL(import.meta.resolve(file));
}
