import { planArchived, planNotFound, planVersionNotFound } from '#areas/price-plans/index.ts';
import { notFoundKind, problemKind } from '#platform/problem.ts';

export const scheduleNotFound = notFoundKind('schedule');

export const scheduleNotInDraft = problemKind(
  'SCHEDULE_NOT_IN_DRAFT',
  400,
  (d: { id: string; accountId: string }) =>
    `schedule ${d.id} is live and has no draft; edit the schedules of account ${d.accountId} to create one`,
);
export const pricesRefused = problemKind(
  'SCHEDULE_PRICES_REFUSED',
  400,
  (d: { id: string; rule: string }) =>
    `the prices of schedule ${d.id} cannot be changed: ${d.rule}; associate new terms from that ` +
    'instant on instead',
);

interface InRequest {
  /** Path of the edit or its terms, such as `edits[0]`; empty for the body itself. */
  path: string;
}

const memberOf = ({ path }: InRequest, member: string) => (path ? `${path}.${member}` : member);

export const editInvalid = problemKind('SCHEDULE_EDIT_INVALID', 400, (d: InRequest & { rule: string }) =>
  d.path ? `${d.path}: ${d.rule}` : d.rule,
);
export const rangeEmpty = problemKind(
  'SCHEDULE_RANGE_EMPTY',
  400,
  (d: InRequest) => `${memberOf(d, 'effectiveFrom')}: must be before effectiveUntil`,
);
/** The date rules write the sentence, which names the earliest day. */
export const dateRefused = problemKind(
  'SCHEDULE_DATE_REFUSED',
  400,
  (d: InRequest & { rule: string }) => `${memberOf(d, 'effectiveFrom')}: ${d.rule}`,
);
export const planHasNoActiveVersion = problemKind(
  'PRICE_PLAN_NOT_ACTIVE',
  400,
  (d: { id: string }) => `price plan ${d.id} has no active version; finalize it first`,
);
export const planVersionInDraft = problemKind(
  'PRICE_PLAN_VERSION_IN_DRAFT',
  400,
  (d: { id: string; version: number }) =>
    `version ${d.version} of price plan ${d.id} is a draft; finalize it first`,
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
  (d: InRequest & { from: string }) =>
    `${memberOf(d, 'retainStartOffsets')}: the account has no schedule on ${d.from}`,
);
export const intervalDiffers = problemKind(
  'CYCLE_INTERVAL_DIFFERS',
  400,
  (d: InRequest & { running: string; requested: string }) =>
    `${memberOf(d, 'retainStartOffsets')}: the current cycle is ${d.running}, not ${d.requested}`,
);
export const timelineTooLong = problemKind(
  'TIMELINE_TOO_LONG',
  400,
  (d: { limit: number }) => `edits: an account may have at most ${d.limit} schedules and edits in a draft`,
);
export const scheduleHasErrors = problemKind(
  'SCHEDULE_HAS_ERRORS',
  400,
  (d: { id: string; plan: string; from: string; errors: string[] }) =>
    `schedule ${d.id} (${d.plan} from ${d.from}) cannot be billed: ${d.errors.slice(0, 3).join('; ')}`,
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
/** Problems that `openOverride` raises. */
export const OVERRIDE_PROBLEMS = [
  ...[scheduleNotFound, scheduleNotInDraft, pricesRefused, draftStale, timelineTooLong],
];

/** Problems that `makeDraftLive` raises. */
export const DRAFT_PROBLEMS = [
  ...[noDraftSchedules, draftStale, dateRefused, planArchived, planCurrencyMissing, scheduleHasErrors],
];

/** Problems that `editTimeline` and `applyEdits` raise. */
export const EDIT_PROBLEMS = [
  ...[planNotFound, planVersionNotFound, planArchived],
  ...[scheduleNotFound, editInvalid, rangeEmpty, dateRefused, nothingInForce, intervalDiffers],
  ...[planHasNoActiveVersion, planVersionInDraft, planNotSchedulable, planCurrencyMissing, timelineTooLong],
  scheduleHasErrors,
];
