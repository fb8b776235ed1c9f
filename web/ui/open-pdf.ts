/** Long enough for the new tab to have loaded it. */
const KEPT_MS = 60_000;

/** Opens a document that only this page has, sent in base64, in a tab of its own. */
export function openPdf(base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
