import { notFoundKind, problemKind } from '#platform/problem.ts';

export const usageMeterNotFound = notFoundKind('usage meter');
export const meterNameTaken = problemKind(
  'METER_NAME_TAKEN',
  409,
  (d: { name: string }) => `name: a usage meter named ${d.name} already exists`,
);
export const meterSchemaArchived = problemKind(
  'METER_SCHEMA_ARCHIVED',
  400,
  (d: { name: string }) => `eventSchemaName: event schema ${d.name} is archived; use another one`,
);
export const meterSchemaNotActive = problemKind(
  'METER_SCHEMA_NOT_ACTIVE',
  400,
  (d: { name: string }) => `event schema ${d.name} is not active; activate it before its usage meters`,
);
export const meterFilterUnknown = problemKind(
  'METER_FILTER_UNKNOWN',
  400,
  (d: { field: string }) =>
    `filters: ${d.field} is not one of the filterFields of the event schema; add it to the schema first`,
);
export const meterArchived = problemKind(
  'METER_ARCHIVED',
  400,
  (d: { id: string }) => `usage meter ${d.id} is archived and cannot be changed`,
);
export const costRepeated = problemKind(
  'METER_COST_REPEATED',
  400,
  (d: { day: string }) => `costs: has more than one cost from ${d.day}`,
);
export const costNotAdditive = problemKind(
  'METER_COST_NOT_ADDITIVE',
  400,
  (d: { id: string; aggregation: string }) =>
    `costs: usage meter ${d.id} has the aggregation ${d.aggregation}; ` +
    'only those with SUM or COUNT have unit costs',
);
export const meterAlreadyActive = problemKind(
  'METER_ALREADY_ACTIVE',
  400,
  (d: { id: string }) => `usage meter ${d.id} is already active`,
);
export const meterNotActive = problemKind(
  'METER_NOT_ACTIVE',
  400,
  (d: { id: string; status: string }) => `usage meter ${d.id} is ${d.status}, not ACTIVE`,
);
export const meterActiveLocked = problemKind(
  'METER_ACTIVE_LOCKED',
  400,
  (d: { id: string }) =>
    `usage meter ${d.id} is active: only its name, billableName and description can be changed; ` +
    'deactivate it first',
);
export const meterAggregationFixed = problemKind(
  'METER_AGGREGATION_FIXED',
  400,
  (d: { id: string; aggregation: string }) =>
    `aggregation: cannot be changed from ${d.aggregation}, because usage meter ${d.id} has been ` +
    'active; only COUNT and SUM are interchangeable; create another meter',
);
export const meterStillActive = problemKind(
  'METER_STILL_ACTIVE',
  400,
  (d: { id: string }) => `usage meter ${d.id} is active; deactivate it before archiving`,
);
export const meterInUse = problemKind(
  'METER_IN_USE',
  400,
  (d: { id: string }) =>
    `usage meter ${d.id} is priced by a plan or by a schedule that has not ended; remove its rate ` +
    'card there first',
);
