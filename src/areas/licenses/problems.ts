import { notFoundKind, problemKind } from '#platform/problem.ts';

/** An add-on of another type is visible to the caller, so that case is `licenseNotCounted`. */
export const licenseNotFound = notFoundKind('license');
export const licenseUpdateNotFound = notFoundKind('license update');

export const licenseNotCounted = problemKind(
  'LICENSE_NOT_COUNTED',
  400,
  (d: { id: string; type: string; at: string }) =>
    d.type === 'NAMED_LICENSE'
      ? `${d.at}licenseId: ${d.id} is of type NAMED_LICENSE, which events update; use an add-on of ` +
        'type LICENSE'
      : `${d.at}licenseId: ${d.id} is of type ${d.type}; use an add-on of type LICENSE`,
);
export const licenseArchived = problemKind(
  'LICENSE_ARCHIVED',
  400,
  (d: { id: string; at: string }) =>
    `${d.at}licenseId: ${d.id} is archived; its quantity can only be decreased`,
);
export const levelNegative = problemKind(
  'LICENSE_LEVEL_NEGATIVE',
  400,
  (d: { level: string; from: string; at: string }) =>
    `${d.at}quantity: would be ${d.level} from ${d.from} on; it must never be below 0`,
);
export const levelTooHigh = problemKind(
  'LICENSE_LEVEL_TOO_HIGH',
  400,
  (d: { level: string; from: string; max: string; at: string }) =>
    `${d.at}quantity: would be ${d.level} from ${d.from} on; it must never be above ${d.max}`,
);
export const maxQuantityExceeded = problemKind(
  'LICENSE_MAX_QUANTITY',
  400,
  (d: { level: string; from: string; max: string; at: string }) =>
    `${d.at}quantity: would be ${d.level} from ${d.from} on; the price plan of the account allows ` +
    `at most ${d.max}`,
);
export const licenseKeyTaken = problemKind(
  'LICENSE_KEY_TAKEN',
  422,
  (d: { key: string }) =>
    `idempotencyKey: ${d.key} was used before for another license update; use a new key`,
);
export const licenseIdMissing = problemKind(
  'LICENSE_ID_MISSING',
  400,
  () => 'licenseId: is required when the path does not name the license',
);
export const preActionInvalid = problemKind(
  'PRE_ACTION_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);

/** Problems that `applyLicenseUpdate` raises, besides account problems. */
export const LICENSE_PROBLEMS = [
  ...[licenseNotFound, licenseNotCounted, licenseArchived, levelNegative, levelTooHigh],
  ...[maxQuantityExceeded, licenseKeyTaken],
];

/** Problems that reading or applying pre-actions raises. */
export const PRE_ACTION_PROBLEMS = [preActionInvalid, ...LICENSE_PROBLEMS];
