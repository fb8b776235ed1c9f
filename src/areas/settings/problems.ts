import { notFoundKind, problemKind } from '#platform/problem.ts';

export const settingNotFound = notFoundKind('setting');

/** The value does not parse as its data type, or the product does not know the key. */
export const settingInvalid = problemKind('SETTING_INVALID', 400, (d: { at: string; rule: string }) =>
  d.at ? `${d.at}: ${d.rule}` : d.rule,
);
export const settingRepeated = problemKind(
  'SETTING_REPEATED',
  400,
  (d: { namespace: string; id: string }) =>
    `settings: ${d.namespace} ${d.id} is repeated; send each setting once`,
);
/** One kind for all owners, so that the error code does not depend on the type of the owner. */
export const settingEntityNotFound = problemKind(
  'SETTING_ENTITY_NOT_FOUND',
  404,
  (d: { entityType: string; entityId: string }) => `${entityWords(d.entityType)} ${d.entityId} not found`,
);
export const settingEntityArchived = problemKind(
  'SETTING_ENTITY_ARCHIVED',
  400,
  (d: { entityType: string; entityId: string }) =>
    `${entityWords(d.entityType)} ${d.entityId} is archived; its settings cannot be changed`,
);

/** `USAGE_METER` → `usage meter`. */
function entityWords(entityType: string): string {
  return entityType.toLowerCase().replaceAll('_', ' ');
}
