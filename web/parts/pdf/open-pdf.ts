import { bytesOf } from '../../ui/base64.ts';
import type { OpenedPdf } from './pdf-engine.ts';

export type PdfOutcome = { pdf: OpenedPdf } | { error: unknown };

/** Enough for a document, the one before it while the next is drawn, and another viewer beside it. */
const MAX_KEPT = 4;
const kept = new Map<string, Promise<PdfOutcome>>();

/** The document of a text in base64, always the same one while it is shown. */
export function openPdf(base64: string): Promise<PdfOutcome> {
  const found = kept.get(base64) ?? open(base64);
  kept.delete(base64);
  kept.set(base64, found);
  for (const [oldest, outcome] of kept) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
    void outcome.then(async (each) => {
      if ('pdf' in each) await each.pdf.close();
    });
  }
  return found;
}

async function open(base64: string): Promise<PdfOutcome> {
  try {
    const { openBytes } = await import('./pdf-engine.ts');
    return { pdf: await openBytes(bytesOf(base64)) };
  } catch (error) {
    kept.delete(base64);
    return { error };
  }
}
