import { AnnotationMode, GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import boldUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url';
import regularUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url';
import { request } from '../../api/transport.ts';

// Everything of the largest library of the console: loaded when somebody looks at a document.

GlobalWorkerOptions.workerSrc = new URL(workerUrl, import.meta.url).href;

export interface OpenedPdf {
  pages: number;
  /** Of the first page, in points. */
  width: number;
  height: number;
  /** Draws a page as wide as the canvas, and returns its text. Stops when `signal` aborts. */
  draw(page: number, target: { canvas: HTMLCanvasElement; signal: AbortSignal }): Promise<string>;
  close(): Promise<void>;
}

/** Throws if the bytes are no document. */
export async function openBytes(data: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const loading = getDocument({
    data,
    // Documents look the same on each machine: standard fonts come with the console.
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: StandardFonts,
    // The parts of the library that would need more than the policy of the page allows.
    useWasm: false,
    enableXfa: false,
  });
  const pdf = await loading.promise;
  const first = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return {
    pages: pdf.numPages,
    width: first.width,
    height: first.height,
    draw: (page, target) => drawPage(pdf, page, target),
    close: () => loading.destroy(),
  };
}

async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  { canvas, signal }: { canvas: HTMLCanvasElement; signal: AbortSignal },
): Promise<string> {
  const page = await pdf.getPage(number);
  if (signal.aborted) return '';
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: canvas.width / width });
  canvas.height = Math.round(viewport.height);
  const drawing = page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE });
  signal.addEventListener('abort', () => drawing.cancel());
  await drawing.promise;
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(' ');
}

/** The standard fonts of a document that embeds none; invoices use these two. */
const FONTS: Readonly<Record<string, string>> = {
  'LiberationSans-Regular.ttf': regularUrl,
  'LiberationSans-Bold.ttf': boldUrl,
};

class StandardFonts {
  fetch = async ({ filename }: { filename: string }): Promise<Uint8Array> => {
    const url = FONTS[filename];
    if (url === undefined) throw new Error(`the console has no font ${filename}`);
    const response = await request(new URL(url, import.meta.url).href, {});
    if (!response.ok) throw new Error(`the font ${filename} cannot be loaded`);
    return new Uint8Array(await response.arrayBuffer());
  };
}
