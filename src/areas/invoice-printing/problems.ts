import { problemKind } from '#platform/problem.ts';

export const invoiceNotSent = problemKind(
  'INVOICE_NOT_SENT',
  400,
  (d: { id: string; status: string }) =>
    `invoice ${d.id} is ${d.status} and cannot be mailed: it must be issued, with a stored PDF, and ` +
    'neither VOID nor merged into a group invoice',
);

export const previewAmbiguous = problemKind(
  'PREVIEW_AMBIGUOUS',
  400,
  () => 'templateId: send either templateId or content',
);

export const previewSubject = problemKind(
  'PREVIEW_SUBJECT',
  400,
  () => 'invoiceId: send either invoiceId or sample',
);

export const previewTooLarge = problemKind(
  'PREVIEW_TOO_LARGE',
  400,
  (d: { reason: string }) => `the preview is too large: ${d.reason}`,
);
