import { notFoundKind, problemKind } from '#platform/problem.ts';

export const scheduleNotFound = notFoundKind('schedule');

interface AtEdit {
  /** Member path of the edit, such as `edits[0]`. */
  path: string;
}

export const editInvalid = problemKind(
  'SCHEDULE_EDIT_INVALID',
  400,
  (d: AtEdit & { rule: string }) => `${d.path}.${d.rule}`,
);
export const rangeEmpty = problemKind(
  'SCHEDULE_RANGE_EMPTY',
  400,
  (d: AtEdit) => `${d.path}: effectiveFrom must be before effectiveUntil`,
);
/** The sentence is made by the date rules and says the earliest day. */
export const dateRefused = problemKind(
  'SCHEDULE_DATE_REFUSED',
  400,
  (d: AtEdit & { rule: string }) => `${d.path}.effectiveFrom: ${d.rule}`,
);
export const planHasNoActiveVersion = problemKind(
  'PRICE_PLAN_NOT_ACTIVE',
  400,
  (d: { id: string }) => `price plan ${d.id} has no active version; finalize it first`,
);
export const planNotSchedulable = problemKind(
  'PRICE_PLAN_NOT_SCHEDULABLE',
  400,
  (d: { id: string }) => `price plan ${d.id} is of type PURCHASE; only BILLING plans have schedules`,
);
export const planCurrencyMissing = problemKind(
  'PRICE_PLAN_CURRENCY_MISSING',
  400,
  (d: { planId: string; version: number; currency: string }) =>
    `price plan ${d.planId} version ${d.version} has no prices in ${d.currency}, the account's currency`,
);
export const nothingInForce = problemKind(
  'NO_SCHEDULE_IN_FORCE',
  400,
  (d: AtEdit & { from: string }) =>
    `${d.path}.associationConfig.retainStartOffsets: no schedule is in force on ${d.from}`,
);
export const intervalDiffers = problemKind(
  'CYCLE_INTERVAL_DIFFERS',
  400,
  (d: AtEdit & { running: string; asked: string }) =>
    `${d.path}.associationConfig.retainStartOffsets: the cycle in force is ${d.running}, not ${d.asked}`,
);
export const timelineTooLong = problemKind(
  'TIMELINE_TOO_LONG',
  400,
  (d: { limit: number }) => `edits: an account may have at most ${d.limit} schedules and edits in a draft`,
);
export const noDraftSchedules = problemKind(
  'NO_DRAFT_SCHEDULES',
  400,
  (d: { id: string }) => `account ${d.id} has no draft schedules; edit its schedules first`,
);
export const draftStale = problemKind(
  'DRAFT_STALE',
  400,
  (d: { id: string }) =>
    `the schedules of account ${d.id} have changed since its draft was made; discard it and edit again`,
);
export const preActionsRefused = problemKind(
  'PRE_ACTIONS_NOT_SUPPORTED',
  400,
  () => 'preActions: are not supported yet; leave them out, or send an empty list',
);
