import { notFoundKind, problemKind } from '#platform/problem.ts';

export const featureNotFound = notFoundKind('feature');
export const featureNameTaken = problemKind(
  'FEATURE_NAME_TAKEN',
  409,
  (d: { name: string }) => `name: a feature named ${d.name} already exists`,
);
export const featureBillableNameTaken = problemKind(
  'FEATURE_BILLABLE_NAME_TAKEN',
  409,
  (d: { name: string }) => `billableName: a feature billed as ${d.name} already exists`,
);
export const featureSchemaRepeated = problemKind(
  'FEATURE_SCHEMA_REPEATED',
  400,
  (d: { at: string; schemaName: string }) =>
    `${d.at}.schemaName: ${d.schemaName} is repeated; associate each schema with one attribute only`,
);
export const featureSchemaArchived = problemKind(
  'FEATURE_SCHEMA_ARCHIVED',
  400,
  (d: { at: string; schemaName: string }) =>
    `${d.at}.schemaName: event schema ${d.schemaName} is archived; use another one`,
);
export const featureAttributeUnknown = problemKind(
  'FEATURE_ATTRIBUTE_UNKNOWN',
  400,
  (d: { at: string; schemaName: string; attributeName: string }) =>
    `${d.at}.attributeName: ${d.attributeName} is not an attribute of event schema ${d.schemaName}`,
);
export const featureSchemaTaken = problemKind(
  'FEATURE_SCHEMA_TAKEN',
  400,
  (d: { schemaName: string }) =>
    `schemaAssociations: event schema ${d.schemaName} already meters another feature; remove it ` +
    'from that feature first',
);
