import { notFoundKind, problemKind } from '#platform/problem.ts';

export const sellerEntityNotFound = notFoundKind('seller entity');
export const tooManySellerEntities = problemKind(
  'TOO_MANY_SELLER_ENTITIES',
  400,
  (d: { max: number }) => `an organization may have at most ${d.max} seller entities; delete one first`,
);
export const logoUnknown = problemKind(
  'LOGO_UNKNOWN',
  400,
  (d: { id: string }) =>
    `logoFileId: logo ${d.id} not found; upload it with POST /ext/v1/invoice_templates/logos`,
);
export const defaultNeeded = problemKind(
  'DEFAULT_SELLER_ENTITY_NEEDED',
  400,
  (d: { id: string }) => `seller entity ${d.id} is the default; make another one the default first`,
);
export const sellerEntityInUse = problemKind(
  'SELLER_ENTITY_IN_USE',
  400,
  (d: { id: string; entityType: string; entityId: string }) =>
    `seller entity ${d.id} is in use by ${d.entityType.toLowerCase().replaceAll('_', ' ')} ` +
    `${d.entityId}; change or delete the setting SELLER_ENTITY_ID there first`,
);
