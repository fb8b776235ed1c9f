import { setImmediate as nextTurn } from 'node:timers/promises';
import { BUILT_IN, type TemplateContent } from '#areas/invoice-templates/index.ts';
import { isStandardText } from '#platform/fonts/clean-text.ts';
import { webAddress } from '#platform/web-address.ts';
import { type PdfLayout, pdfLayoutOf, printTexts } from './pdf-layout.ts';
import { type PrintableRow, printInvoice } from './printed-invoice.ts';
import { type Printed, setFacts, setParties, setSummary } from './set-header.ts';
import { setLines } from './set-lines.ts';
import { setPageMarks } from './set-page-marks.ts';
import { setPayment, setText } from './set-text.ts';
import { openSheet, type Sheet } from './sheet.ts';

export interface RenderOptions extends Partial<Omit<PdfLayout, 'layout'>> {
  isSandbox: boolean;
  /** The content of the template; absent: the built-in one. */
  content?: TemplateContent;
}

/** A limit beyond any useful document. */
const MAX_PDF_BYTES = 20_000_000;
const MAX_RENDER_MS = 30_000;

/** An invoice that is too long for a PDF. */
export class PdfLimit extends Error {
  override name = 'PdfLimit';
}

/**
 * Renders an invoice as PDF. The bytes depend only on the row and the options, so a lost document can be
 * rendered again. Renders one at a time per thread, because the fonts are shared. Throws `PdfLimit` above 30
 * seconds or 20 MB.
 */
export function renderInvoicePdf(row: PrintableRow, options: RenderOptions): Promise<Uint8Array> {
  return inTurn(() => render(row, options));
}

/** Renders after the documents that this thread began before. */
export function inTurn(render: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const rendered = last.then(render);
  last = rendered.catch(() => undefined);
  return rendered;
}

let last: Promise<unknown> = Promise.resolve();

async function render(row: PrintableRow, options: RenderOptions): Promise<Uint8Array> {
  const pdf = pdfLayoutOf(options);
  const invoice = printInvoice(row, pdf);
  const { texts } = printTexts(options.content ?? BUILT_IN, row, pdf);
  const link = invoice.requestsPayment ? findLink(pdf.paymentLink, texts.paymentLink) : null;
  return drawDocument({ invoice, texts, pdf, link }, row.invoiceDate);
}

/** Draws the blocks of the layout. Throws `PdfLimit`. */
export async function drawDocument(printed: Printed, createdAt: Temporal.Instant): Promise<Uint8Array> {
  const pause = deadline();
  const { invoice, pdf } = printed;
  const sheet = await openSheet({
    title: `${invoice.title} ${invoice.reference}`,
    author: invoice.seller.name,
    createdAt,
    layout: pdf.layout,
    isStandard: hasStandardTexts(printed),
  });
  for (const block of pdf.layout.blocks) {
    await setBlock(sheet, block, { printed, pause });
    await pause();
  }
  setPageMarks(sheet, printed);
  const bytes = sheet.finish();
  if (bytes.length > MAX_PDF_BYTES) throw new PdfLimit(`the document has ${bytes.length} bytes`);
  return bytes;
}

/** Yields to other work; throws when the processor time is over. */
function deadline(): () => Promise<void> {
  const begin = process.threadCpuUsage();
  return async () => {
    const { user, system } = process.threadCpuUsage(begin);
    if (user + system > MAX_RENDER_MS * 1000)
      throw new PdfLimit(`rendering the document takes more than ${MAX_RENDER_MS} ms`);
    await nextTurn();
  };
}

/** Returns the first that is a web URL. */
function findLink(...links: readonly (string | null)[]): string | null {
  const found = links.map((link) => webAddress(link ?? ''));
  return found.find((link) => link !== null) ?? null;
}

function hasStandardTexts({ invoice, texts, pdf, link }: Printed): boolean {
  const { labels } = pdf.layout;
  return [invoice, texts, labels, link].every((each) => allTexts(each).every(isStandardText));
}

function allTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allTexts) : [];
}

async function setBlock(
  sheet: Sheet,
  block: PdfLayout['layout']['blocks'][number],
  { printed, pause }: { printed: Printed; pause: () => Promise<void> },
): Promise<void> {
  const { texts } = printed;
  switch (block) {
    case 'PARTIES':
      sheet.need(BLOCK_HEIGHT);
      return setParties(sheet, printed);
    case 'FACTS':
      sheet.need(BLOCK_HEIGHT);
      return setFacts(sheet, printed);
    case 'SUMMARY':
      sheet.need(BLOCK_HEIGHT);
      return setSummary(sheet, printed);
    case 'HEADER':
      return setText(sheet, texts.header, pause);
    case 'LINES':
      return setLines(sheet, printed, pause);
    case 'NOTES':
      return setText(sheet, texts.notes, pause);
    case 'PAYMENT_INSTRUCTIONS':
      return setPayment(sheet, printed, pause);
    default:
      return block satisfies never;
  }
}

/** Of a block that must not be split: addresses, dates, the total. */
const BLOCK_HEIGHT = 150;
