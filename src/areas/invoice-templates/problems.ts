import { notFoundKind, problemKind } from '#platform/problem.ts';

export const templateNotFound = notFoundKind('invoice template');
export const templateVersionNotFound = problemKind(
  'INVOICE_TEMPLATE_VERSION_NOT_FOUND',
  404,
  (d: { id: string; version: number }) => `invoice template ${d.id} has no version ${d.version}`,
);
export const templateInvalid = problemKind(
  'INVOICE_TEMPLATE_INVALID',
  400,
  (d: { at: string; rule: string }) => `content.${d.at}: ${d.rule}`,
);
export const templateArchived = problemKind(
  'INVOICE_TEMPLATE_ARCHIVED',
  400,
  (d: { id: string }) => `invoice template ${d.id} is archived; create a new one`,
);
export const templateInUse = problemKind(
  'INVOICE_TEMPLATE_IN_USE',
  400,
  (d: { id: string; entityType: string; entityId: string }) =>
    `invoice template ${d.id} is in use by ${d.entityType.toLowerCase().replaceAll('_', ' ')} ` +
    `${d.entityId}; change or delete the setting INVOICE_TEMPLATE_ID there first`,
);
export const logoInvalid = problemKind('LOGO_INVALID', 400, (d: { rule: string }) => `content: ${d.rule}`);
