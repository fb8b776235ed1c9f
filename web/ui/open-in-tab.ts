import { bytesOf } from './base64.ts';

/** Long enough for the new tab to have loaded it. */
const KEPT_MS = 60_000;

/** Opens a PDF that only this page has, sent in base64, in a tab of its own. */
export function openInTab(base64: string): void {
  const url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: 'application/pdf' }));
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
