import { legacyDate } from '#platform/legacy-date.ts';
import { breakLines } from './break-lines.ts';
import { type PrintableTexts, printableTexts } from './printable-text.ts';

/** A4 in points, with the margins that everything keeps. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 48, bottom: 778 } as const;

export const COLORS = {
  text: '#1f2933',
  quiet: '#66727f',
  line: '#d5dbe1',
  accent: '#1d4e89',
  mark: '#9aa5b1',
};

/** Height of a line of text, in sizes of its type. */
export const LEADING = 1.32;

export interface Style {
  size: number;
  isBold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

/** A column of the page: text set in it is broken to its width. */
export interface Column {
  x: number;
  width: number;
}

export interface SheetProperties {
  title: string;
  author: string;
  createdAt: Temporal.Instant;
}

type Pdf = InstanceType<typeof import('pdfkit')>;

const MARK_ANGLE = -48;
const MARK_OPACITY = 0.28;

/**
 * Opens a document of which every byte follows from what is set: its date is given, and its id is a hash of
 * its properties. The library is loaded with the first document, because loading takes a quarter of a second
 * that a start should not spend.
 */
export async function openSheet({ title, author, createdAt }: SheetProperties): Promise<Sheet> {
  const { default: PdfDocument } = await import('pdfkit');
  const texts = printableTexts();
  const pdf = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: texts.print(title),
      Author: texts.print(author),
      Creator: 'Tallymark',
      Producer: 'Tallymark',
      CreationDate: legacyDate(createdAt),
    },
  });
  return new Sheet(pdf, texts);
}

/** Pages being written, from top to bottom; ends with `finish`. */
export class Sheet {
  /** Where the next thing is set, from the top of the page. */
  y: number = PAGE.top;
  readonly texts: PrintableTexts;
  readonly #pdf: Pdf;

  constructor(pdf: Pdf, texts: PrintableTexts) {
    this.#pdf = pdf;
    this.texts = texts;
  }

  /** The lines that a text takes in a column; words that are too long are broken anywhere. */
  wrap(text: string, { width }: Column, style: Style): string[] {
    this.#use(style);
    return breakLines(this.texts.print(text), (part) => this.#pdf.widthOfString(part) <= width);
  }

  /** Sets wrapped lines from `y` down and returns their height; `y` stays. */
  set(lines: readonly string[], { x, width }: Column, style: Style): number {
    this.#use(style);
    this.#pdf.fillColor(style.color ?? COLORS.text);
    for (const [index, line] of lines.entries()) {
      const left = style.align === 'right' ? x + width - this.#pdf.widthOfString(line) : x;
      this.#pdf.text(line, left, this.y + index * style.size * LEADING, { lineBreak: false });
    }
    return lines.length * style.size * LEADING;
  }

  rule(color: string, width: number): void {
    const line = this.#pdf.moveTo(PAGE.left, this.y).lineTo(PAGE.right, this.y);
    line.lineWidth(width).strokeColor(color).stroke();
  }

  /** Text across the page, turned and pale; `y` is its middle. */
  mark(text: string, { size, y }: { size: number; y: number }): void {
    const middle = PAGE.width / 2;
    this.#use({ size, isBold: true });
    this.#pdf.save().fillColor(COLORS.mark).fillOpacity(MARK_OPACITY);
    this.#pdf.rotate(MARK_ANGLE, { origin: [middle, y] });
    const left = middle - this.#pdf.widthOfString(text) / 2;
    this.#pdf.text(text, left, y - size / 2, { lineBreak: false }).restore();
  }

  addPage(): void {
    this.#pdf.addPage();
    this.y = PAGE.top;
  }

  /** Goes back to every page, with its number. */
  onEveryPage(paint: (page: { number: number; count: number }) => void): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(index);
      paint({ number: index + 1, count });
    }
  }

  /** Adds what only the end knows to the properties of the document. */
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
    this.#pdf.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  }
}
