import type { Layout } from '#areas/invoice-templates/index.ts';
import { cleanText } from '#platform/fonts/clean-text.ts';
import { fontOpener } from '#platform/fonts/open-font.ts';
import { type Run, type Typesetter, typesetter } from '#platform/fonts/typeset.ts';
import { legacyDate } from '#platform/legacy-date.ts';
import { breakLines } from './break-lines.ts';

/** A page in points, with the margins of all content. */
export interface Page {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const PAGES: Readonly<Record<Layout['pageSize'], Page>> = {
  A4: { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 48, bottom: 778 },
  LETTER: { width: 612, height: 792, left: 48, right: 564, top: 48, bottom: 728 },
};

const MARK_COLOR = '#9aa5b1';
/** Height of a line of text, in multiples of the type size. */
export const LEADING = 1.32;
/** From the top of a line to its baseline, in multiples of the type size, for Helvetica. */
const ASCENT = 0.718;
const WEIGHTS = { plain: 400, bold: 700 } as const;

export type ColorName = keyof Layout['colors'];

export interface Style {
  size: number;
  isBold?: boolean;
  color?: ColorName;
  align?: 'left' | 'right';
}

/** A column of the page: its text is wrapped to its width. */
export interface Column {
  x: number;
  width: number;
}

export interface SheetProperties {
  title: string;
  author: string;
  createdAt: Temporal.Instant;
  layout: Pick<Layout, 'pageSize' | 'colors' | 'language'>;
  /** Whether the standard fonts have every character; such a document embeds no fonts. */
  isStandard: boolean;
}

type Pdf = InstanceType<typeof import('pdfkit')>;

const MARK_ANGLE = -48;
const MARK_OPACITY = 0.28;

/**
 * Opens a document whose bytes depend only on its content: its date is given, and its id is a hash of its
 * properties. Loads the library with the first document, because loading takes a quarter of a second that
 * would delay the start. Supports one document at a time, because the fonts are shared.
 */
export async function openSheet(properties: SheetProperties): Promise<Sheet> {
  const { title, author, createdAt, layout, isStandard } = properties;
  const { default: PdfDocument } = await import('pdfkit');
  const page = PAGES[layout.pageSize];
  const opener = isStandard ? null : await fontOpener();
  opener?.forgetTexts();
  const pdf = new PdfDocument({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    lang: layout.language,
    displayTitle: true,
    info: {
      Title: cleanText(title),
      Author: cleanText(author),
      Creator: 'Tallymark',
      Producer: 'Tallymark',
      CreationDate: legacyDate(createdAt),
    },
  });
  return new Sheet(pdf, {
    page,
    colors: layout.colors,
    typesetter: opener && typesetter(opener, layout.language),
  });
}

/** Pages that are written from top to bottom; ends with `finish`. */
export class Sheet {
  /** The top of the next element, from the top of the page. */
  y: number;
  readonly page: Page;
  readonly #pdf: Pdf;
  readonly #colors: Layout['colors'];
  /** Null if the standard fonts are enough. */
  readonly #typesetter: Typesetter | null;
  readonly #changed = new Set<string>();
  readonly #registered = new Set<string>();

  constructor(pdf: Pdf, given: { page: Page; colors: Layout['colors']; typesetter: Typesetter | null }) {
    this.#pdf = pdf;
    this.page = given.page;
    this.y = given.page.top;
    this.#colors = given.colors;
    this.#typesetter = given.typesetter;
  }

  /** Returns the lines of a text in a column; breaks words that are too long. */
  wrap(text: string, { width }: Column, style: Style): string[] {
    const before = this.#typesetter?.countReplaced() ?? 0;
    this.#use(style);
    const lines = breakLines(cleanText(text), (part) => this.#widthOf(part, style) <= width);
    if ((this.#typesetter?.countReplaced() ?? 0) > before) this.#changed.add(text);
    return lines;
  }

  /** Sets wrapped lines from `y` down and returns their height; `y` stays. */
  set(lines: readonly string[], { x, width }: Column, style: Style): number {
    this.#use(style);
    this.#pdf.fillColor(this.#colors[style.color ?? 'text']);
    for (const [index, line] of lines.map(cleanText).entries()) {
      const left = style.align === 'right' ? x + width - this.#widthOf(line, style) : x;
      this.#draw(line, { ...style, x: left, y: this.y + index * style.size * LEADING });
    }
    return lines.length * style.size * LEADING;
  }

  /** The same, linked to a web URL. */
  link(lines: readonly string[], column: Column, { url, ...style }: Style & { url: string }): void {
    this.set(lines, column, style);
    for (const [index, line] of lines.map(cleanText).entries()) {
      const width = this.#widthOf(line, style);
      const left = style.align === 'right' ? column.x + column.width - width : column.x;
      const height = style.size * LEADING;
      this.#pdf.link(left, this.y + index * height, width, height, url);
    }
  }

  rule(color: ColorName, width: number): void {
    const line = this.#pdf.moveTo(this.page.left, this.y).lineTo(this.page.right, this.y);
    line.lineWidth(width).strokeColor(this.#colors[color]).stroke();
  }

  /** Sets a picture within a box from `y` down; `y` stays. */
  picture(bytes: Uint8Array, box: { x: number; width: number; height: number }): void {
    this.#pdf.image(Buffer.from(bytes), box.x, this.y, { fit: [box.width, box.height] });
  }

  /** Sets a pale, rotated text across the page; `y` is its middle. */
  mark(text: string, { size, y }: { size: number; y: number }): void {
    const middle = this.page.width / 2;
    const style = { size, isBold: true };
    this.#use(style);
    this.#pdf.save().fillColor(MARK_COLOR).fillOpacity(MARK_OPACITY);
    this.#pdf.rotate(MARK_ANGLE, { origin: [middle, y] });
    const left = middle - this.#widthOf(text, style) / 2;
    this.#draw(text, { ...style, x: left, y: y - size / 2 });
    this.#pdf.restore();
  }

  addPage(): void {
    this.#pdf.addPage();
    this.y = this.page.top;
  }

  /** Begins a page unless this one has so much space left. */
  need(height: number): void {
    if (this.y + height > this.page.bottom) this.addPage();
  }

  /** Revisits every page, with its number. */
  onEveryPage(paint: (page: { number: number; count: number }) => void): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(index);
      paint({ number: index + 1, count });
    }
  }

  /** Returns the original texts that could not be printed exactly. */
  changed(): string[] {
    return [...this.#changed];
  }

  /** Adds keywords to the document properties at the end. */
  note(keywords: string): void {
    this.#pdf.info.Keywords = keywords;
  }

  finish(): Uint8Array {
    this.#pdf.end();
    const chunks: Buffer[] = [];
    for (let chunk = this.#pdf.read(); chunk !== null; chunk = this.#pdf.read()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  #use({ size, isBold = false }: Style): void {
    if (this.#typesetter) this.#pdf.fontSize(size);
    else this.#pdf.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  }

  #widthOf(line: string, { isBold }: Style): number {
    if (!this.#typesetter) return this.#pdf.widthOfString(line);
    const runs = this.#typesetter.setLine(line, isBold ? WEIGHTS.bold : WEIGHTS.plain);
    return runs.reduce((width, run) => width + this.#widthOfRun(run), 0);
  }

  #draw(line: string, position: Style & { x: number; y: number }): void {
    const { x, y, size, isBold } = position;
    if (!this.#typesetter) {
      this.#pdf.text(line, x, y, { lineBreak: false });
      return;
    }
    let at = x;
    for (const run of this.#typesetter.setLine(line, isBold ? WEIGHTS.bold : WEIGHTS.plain)) {
      const width = this.#widthOfRun(run);
      // With features, even none, pdfkit shapes the whole run at once and not word by word.
      this.#pdf.text(run.text, at, y + size * ASCENT, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: [],
      });
      at += width;
    }
  }

  #widthOfRun({ font, text }: Run): number {
    const { name } = font;
    if (!this.#registered.has(name)) {
      this.#pdf.registerFont(name, font.font as unknown as string);
      this.#registered.add(name);
    }
    return this.#pdf.font(name).widthOfString(text, { features: [] });
  }
}
