import type { OpenedPdf } from './pdf-engine.ts';

/** Drawn at least this wide, so that a narrow page stays sharp when it becomes wider. */
const MIN_WIDTH = 800;
const MAX_WIDTH = 2400;

/**
 * Draws a page once it comes near the visible part of the screen; the function that it returns stops that.
 * Its text goes into the element beside the canvas, for those who do not see it.
 */
export function drawWhenSeen(frame: HTMLElement, { pdf, page }: { pdf: OpenedPdf; page: number }) {
  const stop = new AbortController();
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void draw(frame, { pdf, page, signal: stop.signal });
    },
    { rootMargin: '50% 0px' },
  );
  observer.observe(frame);
  return () => {
    observer.disconnect();
    stop.abort();
  };
}

interface Drawing {
  pdf: OpenedPdf;
  page: number;
  signal: AbortSignal;
}

async function draw(frame: HTMLElement, { pdf, page, signal }: Drawing): Promise<void> {
  const canvas = frame.querySelector('canvas');
  const text = frame.querySelector('p');
  if (!canvas || !text) return;
  const wanted = Math.max(frame.clientWidth, MIN_WIDTH) * devicePixelRatio;
  // Drawn apart: what is shown stays until the page is complete.
  const drawn = document.createElement('canvas');
  drawn.width = Math.round(Math.min(wanted, MAX_WIDTH));
  try {
    const words = await pdf.draw(page, { canvas: drawn, signal });
    if (signal.aborted) return;
    canvas.width = drawn.width;
    canvas.height = drawn.height;
    canvas.getContext('2d')?.drawImage(drawn, 0, 0);
    text.textContent = words;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
