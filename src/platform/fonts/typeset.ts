import type { Bidi } from 'bidi-js';
import bidiFactory from 'bidi-js';
import { type FamilyName, type FontPart, partsWith } from './catalog.ts';
import type { FontOpener, OpenFont } from './open-font.ts';

/** A part of a line in one font, in visual order from left to right. */
export interface Run {
  font: OpenFont;
  text: string;
}

export interface Typesetter {
  /** The runs of a line from left to right. Characters that no font has are replaced. */
  setLine(line: string, weight: number): Run[];
  /** Number of characters replaced so far. */
  countReplaced(): number;
}

/** Replaces a character that no font has. */
const REPLACEMENT = '\ufffd';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** fontkit reverses these scripts itself. */
const TURNED_SCRIPTS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** They shape their neighbours, or select glyph variants; a font need not have them. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

// The package's types describe another way to load it.
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Cluster {
  text: string;
  level: number;
  font: OpenFont;
}

/**
 * Typesets cleaned lines in the bundled fonts: selects a font for each character, and orders the runs where
 * scripts of both directions meet (Unicode Standard Annex 9). `language` selects the glyph variants of
 * Chinese characters where the line itself does not.
 */
export function typesetter(opener: FontOpener, language: string): Typesetter {
  const chosen = new Map<string, OpenFont | null>();
  let count = 0;

  const search = (text: string, families: readonly FamilyName[], weight: number): OpenFont | null => {
    const codePoints = Array.from(text.replace(JOINERS, ''), (each) => each.codePointAt(0) ?? 0);
    const [first] = codePoints;
    if (first === undefined) return null;
    for (const family of families)
      for (const part of partsWith(first, family)) {
        const font = opener.open(part, weight);
        if (codePoints.every((codePoint) => font.has(codePoint))) return font;
      }
    return null;
  };
  const choose = (text: string, families: readonly FamilyName[], weight: number): OpenFont | null => {
    const key = `${weight} ${families[EAST_ASIAN_AT]} ${text}`;
    let font = chosen.get(key);
    if (font === undefined) {
      font = search(text, families, weight);
      chosen.set(key, font);
    }
    return font;
  };
  const replaced = (weight: number): OpenFont => {
    count++;
    return opener.open(REPLACEMENT_PART, weight);
  };

  return {
    setLine(line, weight) {
      const families = familiesOf(line, language);
      const levels = RIGHT_TO_LEFT.test(line) ? levelsOf(line) : null;
      const clusters: Cluster[] = [];
      const add = (text: string, level: number, font: OpenFont | null) => {
        if (font) clusters.push({ text: withoutMissing(text, font), level, font });
        else clusters.push({ text: REPLACEMENT, level, font: replaced(weight) });
      };
      for (const { segment, index } of graphemes.segment(line)) {
        const level = levels?.[index] ?? 0;
        const before = clusters.at(-1);
        // Within right-to-left text a space stays in the run, so that it is reversed with it.
        const stays = segment === ' ' && level % 2 === 1 && before?.font.has(SPACE);
        const font = stays && before ? before.font : choose(segment, families, weight);
        if (font) add(segment, level, font);
        // A single grapheme may need several fonts: an emoji sequence, a rare mark.
        else
          for (const character of segment.replace(JOINERS, ''))
            add(character, level, choose(character, families, weight));
      }
      return joinRuns(clusters);
    },
    countReplaced: () => count,
  };
}

/** Document numbers and dates, such as 2030-02-0001. */
const HYPHENATED_NUMBER = /\d+(?:-\d+)+/g;
const ISOLATE = '\u2066';
const END_OF_ISOLATE = '\u2069';

/**
 * The embedding level of each character. After an Arabic letter the groups of a hyphenated number would be
 * reordered, so each such number is isolated while levels are computed.
 */
function levelsOf(line: string): number[] {
  const isolated = line.replace(HYPHENATED_NUMBER, `${ISOLATE}$&${END_OF_ISOLATE}`);
  const { levels } = bidi.getEmbeddingLevels(isolated);
  return [...levels].filter((_, index) => {
    const character = isolated[index];
    return character !== ISOLATE && character !== END_OF_ISOLATE;
  });
}

const SPACE = 0x20;
const REPLACEMENT_PART: FontPart = { family: 'plain', part: 'latin' };
/** The families before it are the same for every line. */
const EAST_ASIAN_AT = 3;

function familiesOf(line: string, language: string): FamilyName[] {
  return ['plain', 'arabic', 'hebrew', ...eastAsian(line, language), 'emoji'];
}

/** A joiner that the font lacks would appear as a missing character. */
function withoutMissing(text: string, font: OpenFont): string {
  return text.replace(JOINERS, (joiner) => (font.has(joiner.codePointAt(0) ?? 0) ? joiner : ''));
}

/**
 * Chinese characters have different shapes in the three languages; language-specific letters show which one
 * is meant.
 */
function eastAsian(line: string, language: string): FamilyName[] {
  if (KANA.test(line)) return ['japanese', 'chinese', 'korean'];
  if (HANGUL.test(line)) return ['korean', 'chinese', 'japanese'];
  if (language === 'ja') return ['japanese', 'chinese', 'korean'];
  return language === 'ko' ? ['korean', 'chinese', 'japanese'] : ['chinese', 'japanese', 'korean'];
}

function joinRuns(clusters: readonly Cluster[]): Run[] {
  const runs: { font: OpenFont; level: number; clusters: string[] }[] = [];
  for (const { font, level, text } of clusters) {
    const run = runs.at(-1);
    if (run && run.font === font && run.level === level) run.clusters.push(text);
    else runs.push({ font, level, clusters: [text] });
  }
  return inVisualOrder(runs).map(({ font, level, clusters: texts }) => ({
    font,
    text: level % 2 === 0 ? texts.join('') : turned(texts),
  }));
}

/** Rule L2: from the deepest level to the first, reverses every sequence of at least that level. */
function inVisualOrder<T extends { level: number }>(runs: readonly T[]): T[] {
  let ordered = [...runs];
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = deepest; level >= 1; level--) {
    const next: T[] = [];
    let turning: T[] = [];
    for (const run of ordered) {
      if (run.level >= level) turning.unshift(run);
      else {
        next.push(...turning, run);
        turning = [];
      }
    }
    ordered = [...next, ...turning];
  }
  return ordered;
}

/** The text for the font: brackets are mirrored, and text that fontkit would not reverse is reversed. */
function turned(clusters: readonly string[]): string {
  const mirrored = clusters.map((text) => bidi.getMirroredCharacter(text) ?? text);
  return mirrored.some((text) => TURNED_SCRIPTS.test(text)) ? mirrored.join('') : mirrored.reverse().join('');
}
