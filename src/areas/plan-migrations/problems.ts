import { problemKind } from '#platform/problem.ts';

export const targetIsSource = problemKind(
  'MIGRATION_TARGET_IS_SOURCE',
  400,
  () => 'targetVersion: is the version that the accounts already have; choose another plan or version',
);
export const targetNotActive = problemKind(
  'MIGRATION_TARGET_NOT_ACTIVE',
  400,
  (d: { id: string; version: number }) =>
    `targetVersion: version ${d.version} of price plan ${d.id} is a draft; finalize it first`,
);
export const targetHasNoActiveVersion = problemKind(
  'PRICE_PLAN_NOT_ACTIVE',
  400,
  (d: { id: string }) => `targetId: price plan ${d.id} has no active version; finalize it first`,
);
export const targetNotSchedulable = problemKind(
  'PRICE_PLAN_NOT_SCHEDULABLE',
  400,
  (d: { id: string }) =>
    `targetId: price plan ${d.id} is of type PURCHASE; only BILLING plans have schedules`,
);
export const targetVersionWithoutTarget = problemKind(
  'MIGRATION_TARGET_MISSING',
  400,
  () => 'targetVersion: requires targetId',
);
export const ongoingUpdatesNotAllowed = problemKind(
  'ONGOING_UPDATES_NOT_ALLOWED',
  400,
  (d: { planId: string }) =>
    `price plan ${d.planId} does not allow updates of the current cycle; use the mode IMMEDIATE or ` +
    'NEXT_CYCLE',
);
