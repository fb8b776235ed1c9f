import { Suspense, use, useCallback, useDeferredValue, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { FileText, Minus, Plus } from '../../ui/icons.ts';
import { openInTab } from '../../ui/open-in-tab.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { drawWhenSeen } from './draw-page.ts';
import { openPdf } from './open-pdf.ts';
import type { OpenedPdf } from './pdf-engine.ts';

interface PdfViewProps {
  /** The document; while the next one is drawn, the one before it stays. */
  base64: string;
  /** What the document is, such as `Preview of the invoice`. */
  label: string;
  /** Whether another document is on its way. */
  isStale?: boolean;
}

const WIDTHS = ['max-w-md', 'max-w-2xl', 'max-w-4xl', 'max-w-none'] as const;
const FITTING = 2;

/** The pages of a document as pictures with their texts, drawn by the console itself. */
export function PdfView({ base64, label, isStale = false }: PdfViewProps) {
  const t = useMessages('ui');
  const [zoom, setZoom] = useState(FITTING);
  return (
    <div className="flex min-w-0 flex-col gap-2" aria-busy={isStale}>
      <div className="flex items-center gap-1">
        <IconButton
          icon={Minus}
          label={t('zoomOut')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          icon={Plus}
          label={t('zoomIn')}
          disabled={zoom === WIDTHS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        <Button kind="quiet" icon={FileText} onClick={() => openInTab(base64)}>
          {t('openPdf')}
        </Button>
      </div>
      <Suspense fallback={<Paper />}>
        <Pages base64={useDeferredValue(base64)} label={label} width={WIDTHS[zoom] ?? 'max-w-4xl'} />
      </Suspense>
    </div>
  );
}

function Paper() {
  const t = useMessages('ui');
  return (
    <div role="status" className="aspect-[210/297] w-full max-w-4xl border border-line bg-surface">
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}

function Pages({ base64, label, width }: { base64: string; label: string; width: string }) {
  const outcome = use(openPdf(base64));
  if ('error' in outcome) return <ProblemNotice error={outcome.error} />;
  const { pdf } = outcome;
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="flex max-h-[85vh] flex-col gap-3 overflow-auto rounded-md border border-line bg-sunken p-2 sm:p-3"
    >
      {pagesOf(pdf).map((page) => (
        <PdfPage key={page} pdf={pdf} page={page} width={width} />
      ))}
    </div>
  );
}

function pagesOf({ pages }: OpenedPdf): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1);
}

function PdfPage({ pdf, page, width }: { pdf: OpenedPdf; page: number; width: string }) {
  const t = useMessages('ui');
  const draw = useCallback(
    (frame: HTMLElement | null) => (frame ? drawWhenSeen(frame, { pdf, page }) : undefined),
    [pdf, page],
  );
  return (
    <div ref={draw} className={classes('mx-auto w-full shrink-0', width)}>
      <canvas
        role="img"
        aria-label={t('pdfPage', { page: String(page), pages: String(pdf.pages) })}
        className="block h-auto w-full border border-line bg-code-paper"
        style={{ aspectRatio: `${pdf.width} / ${pdf.height}` }}
      />
      <p className="sr-only" translate="no" />
    </div>
  );
}
