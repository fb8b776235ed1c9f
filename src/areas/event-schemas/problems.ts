import { notFoundKind, problemKind } from '#platform/problem.ts';

export const eventSchemaNotFound = notFoundKind('event schema');
export const schemaNameTaken = problemKind(
  'SCHEMA_NAME_TAKEN',
  409,
  (d: { name: string }) => `name: an event schema named ${d.name} already exists`,
);
export const schemaNameReserved = problemKind(
  'SCHEMA_NAME_RESERVED',
  400,
  (d: { name: string }) => `name: ${d.name} is reserved for the platform; choose another name`,
);
export const schemaArchived = problemKind(
  'SCHEMA_ARCHIVED',
  400,
  (d: { name: string }) => `event schema ${d.name} is archived and cannot be changed`,
);
export const schemaFieldRemoved = problemKind(
  'SCHEMA_FIELD_REMOVED',
  400,
  (d: { list: string; name: string }) =>
    `${d.list}: ${d.name} is missing; fields cannot be removed from a schema that has been active, ` +
    'so send the full list',
);
export const schemaFieldChanged = problemKind(
  'SCHEMA_FIELD_CHANGED',
  400,
  (d: { list: string; name: string }) =>
    `${d.list}: ${d.name} differs from the stored field; fields of a schema that has been active ` +
    'cannot be changed',
);
export const schemaAlreadyActive = problemKind(
  'SCHEMA_ALREADY_ACTIVE',
  400,
  (d: { name: string }) => `event schema ${d.name} is already active`,
);
export const schemaNotActive = problemKind(
  'SCHEMA_NOT_ACTIVE',
  400,
  (d: { name: string; status: string }) => `event schema ${d.name} is ${d.status}, not ACTIVE`,
);
export const schemaStillActive = problemKind(
  'SCHEMA_STILL_ACTIVE',
  400,
  (d: { name: string }) => `event schema ${d.name} is active; deactivate it before archiving`,
);
export const schemaHasActiveMeters = problemKind(
  'SCHEMA_HAS_ACTIVE_METERS',
  400,
  (d: { name: string }) => `event schema ${d.name} has active usage meters; deactivate them first`,
);
export const schemaAttributeInUse = problemKind(
  'SCHEMA_ATTRIBUTE_IN_USE',
  400,
  (d: { attributeName: string; featureId: string }) =>
    `attributes: ${d.attributeName} is missing, but it meters feature ${d.featureId}; change the ` +
    'feature first',
);
