import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font, Glyph, Subset } from 'fontkit';
import { type FontPart, fontFile } from './catalog.ts';
import { encodeOutline, type Outline } from './encode-outline.ts';
import { unpackWoff } from './unpack-woff.ts';

/** A font in the form that pdfkit uses, and its character coverage. */
export interface OpenFont {
  /** Unique among all fonts. */
  name: string;
  font: Font;
  has(codePoint: number): boolean;
}

/** Members of fontkit that its types lack; its version is pinned. */
interface Internals {
  _glyphs: Record<number, Glyph>;
  _layoutEngine: { engine?: { GPOSProcessor?: Positions } | null };
}
/** Positions glyphs by the GPOS table of a font. */
interface Positions {
  applyAnchor(mark: { markAnchor: object | null }, base: object | null, index: number): void;
}
interface GrowingSubset extends Subset {
  font: Font;
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
}
type DrawnGlyph = Glyph & { path: Outline; _getMetrics(): { leftBearing: number } };
interface Unpacker {
  decompress(bytes: Uint8Array): Uint8Array | false;
  onRuntimeInitialized?: () => void;
  calledRun?: boolean;
}

export interface FontOpener {
  /** Opened once and cached for the document; afterwards, while it is among the most recently used. */
  open(part: FontPart, weight: number): OpenFont;
  /** Begins a document: the text of each glyph is from now on determined by this document. */
  forgetTexts(): void;
}

/**
 * Fonts cached between documents. A file has 30 to 150 kB unpacked; there are 700, and with a smaller cache a
 * document that uses many would open the same ones again and again.
 */
const MAX_KEPT = 96;

let opener: Promise<FontOpener> | null = null;

/** The fonts of this process. Loading the libraries takes a while, so it happens on first use. */
export function fontOpener(): Promise<FontOpener> {
  opener ??= makeOpener();
  return opener;
}

async function makeOpener(): Promise<FontOpener> {
  const { create } = await import('fontkit');
  const unpack = await loadUnpacker();
  const open = new Map<string, OpenFont>();
  const openFile = (part: FontPart, weight: number): OpenFont => {
    const { path, isVariable, name } = fontFile(part, weight);
    const bytes = readFileSync(path);
    const font = isVariable
      ? withOwnSubset((create(Buffer.from(unpack(bytes))) as Font).getVariation({ wght: weight }))
      : (create(unpackWoff(bytes)) as Font);
    // pdfkit identifies fonts by name, and all files of a family have the same one.
    Object.defineProperty(font, 'postscriptName', { value: name });
    tolerateMissingAnchors(font);
    return { name, font, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
  };
  return {
    open(part, weight) {
      const key = `${part.family} ${part.part} ${weight}`;
      const font = open.get(key) ?? openFile(part, weight);
      // The most recently used is last; the least recently used is evicted.
      open.delete(key);
      open.set(key, font);
      return font;
    },
    forgetTexts() {
      for (const key of [...open.keys()].slice(0, -MAX_KEPT)) open.delete(key);
      for (const { font } of open.values()) (font as unknown as Internals)._glyphs = {};
    },
  };
}

/**
 * fontkit 2.0.4 throws when a font has no anchor for a mark on a glyph, as for the dots of U+06A2, U+06A3,
 * U+06A5, U+0760 and U+0761. According to OpenType such a mark stays in place.
 */
function tolerateMissingAnchors(font: Font): void {
  const positions = (font as unknown as Internals)._layoutEngine.engine?.GPOSProcessor;
  if (!positions) return;
  const apply = positions.applyAnchor.bind(positions);
  positions.applyAnchor = (mark, base, index) => {
    if (base && mark.markAnchor) apply(mark, base, index);
  };
}

/** fontkit reads packed fonts, but not their weights: those require unpacked ones. */
async function loadUnpacker(): Promise<(bytes: Uint8Array) => Uint8Array> {
  const unpacker = createRequire(import.meta.url)('wawoff2/build/decompress_binding.js') as Unpacker;
  if (!unpacker.calledRun)
    await new Promise<void>((resolve) => {
      unpacker.onRuntimeInitialized = resolve;
    });
  return (bytes) => {
    const unpacked = unpacker.decompress(bytes);
    if (unpacked === false) throw new Error('a font cannot be decompressed');
    return unpacked;
  };
}

/**
 * Builds the subset of a variable font from outlines: fontkit would copy the outlines of the file's default
 * weight.
 */
function withOwnSubset(font: Font): Font {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset() as GrowingSubset;
    subset._addGlyph = (id) => {
      const glyph = subset.font.getGlyph(id) as DrawnGlyph;
      const bytes = encodeOutline(glyph.path);
      subset.glyf.push(bytes);
      subset.loca.offsets.push(subset.offset);
      subset.hmtx.metrics.push({
        advance: glyph.advanceWidth,
        bearing: Math.round(glyph._getMetrics().leftBearing),
      });
      subset.offset += bytes.length;
      return subset.glyf.length - 1;
    };
    return subset;
  };
  return font;
}
