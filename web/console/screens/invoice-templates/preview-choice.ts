import type { PreviewSubject } from './use-template-preview.ts';

export const SAMPLES = [
  ...['INVOICE', 'SIXTY_LINES', 'ADDRESS_US', 'ADDRESS_DE', 'ADDRESS_JP', 'RIGHT_TO_LEFT'],
  ...['CREDIT_NOTE', 'ZERO'],
] as readonly NonNullable<PreviewSubject['sample']>[];

/** In place of a sample. */
export const OWN = 'OWN';
export const CHOICES = [...SAMPLES, OWN] as const;

/** As it stands in the address of the page. */
export interface PreviewChoice {
  sample: string;
  /** Of `OWN`; empty until one is chosen. */
  invoice: string;
}

/** Null while an invoice is to be chosen. */
export function subjectOf({ sample, invoice }: PreviewChoice): PreviewSubject | null {
  if (sample === OWN) return invoice === '' ? null : { invoiceId: invoice };
  return { sample: SAMPLES.find((each) => each === sample) ?? 'INVOICE' };
}
