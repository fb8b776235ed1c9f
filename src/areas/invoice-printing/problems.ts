import { problemKind } from '#platform/problem.ts';

export const invoiceNotSent = problemKind(
  'INVOICE_NOT_SENT',
  400,
  (d: { id: string; status: string }) =>
    `invoice ${d.id} is ${d.status}: mailed are issued invoices whose PDF is stored, not void ones and not ` +
    'those that are part of a group invoice',
);

export const previewAmbiguous = problemKind(
  'PREVIEW_AMBIGUOUS',
  400,
  () => 'templateId: send this or content, and not both',
);

export const previewTooLarge = problemKind(
  'PREVIEW_TOO_LARGE',
  400,
  (d: { reason: string }) => `the preview is too large: ${d.reason}`,
);
