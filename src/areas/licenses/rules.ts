import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import type { LevelStep } from '#core/licenses/levels.ts';
import { levelNegative, levelTooHigh } from './problems.ts';
import { type LicenseUpdate, MAX_LEVEL, type NamedLicenseUpdate } from './schema.ts';
import type { NamedEntryRow } from './store/names.ts';
import type { LicenseUpdateRow } from './store/updates.ts';
import type { LicenseRequest } from './tables.ts';

/** A change of an account's license level. */
export interface LicenseChange {
  licenseId: string;
  accountId: string;
  updateType: 'RELATIVE' | 'ABSOLUTE';
  quantity: Decimal;
  /** Null or absent: now. */
  effectiveFrom?: Temporal.Instant | null;
  idempotencyKey?: string | null;
  metadata?: Record<string, string> | null;
}

/** The update as it is on the wire. */
export function describeUpdate(row: LicenseUpdateRow): LicenseUpdate {
  const { licenseId, accountId, level, effectiveFrom, metadata, createdAt } = row;
  const hasMetadata = Object.keys(metadata).length > 0;
  return {
    licenseId,
    accountId,
    quantity: level,
    effectiveFrom,
    ...(hasMetadata && { metadata }),
    createdAt,
  };
}

/** The entry of a name as it is on the wire. */
export function describeEntry({ effectiveUntil, ...entry }: NamedEntryRow): NamedLicenseUpdate {
  return { ...entry, ...(effectiveUntil && { effectiveUntil }) };
}

/** The wire's precision, so that a value from a response can be sent again for the same instant. */
export function toMilliseconds(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
}

/** `accountId` is the account's own id, whichever id the caller sent. */
export function toRequest(change: LicenseChange, accountId: string): LicenseRequest {
  return {
    licenseId: change.licenseId,
    accountId,
    updateType: change.updateType,
    quantity: decimalText(change.quantity),
    effectiveFrom: change.effectiveFrom ? toMilliseconds(change.effectiveFrom).toString() : null,
    metadata: change.metadata ?? {},
  };
}

/** Rejects impossible levels; `at` is the change's path in the request. */
export function checkLevels(steps: readonly LevelStep[], at: string): void {
  for (const { at: from, quantity } of steps) {
    const details = { level: decimalText(quantity), from: from.toString(), at };
    if (quantity.isNegative() && !quantity.isZero()) throw levelNegative(details);
    if (quantity.gt(MAX)) throw levelTooHigh({ ...details, max: MAX_LEVEL });
  }
}

const MAX = decimal(MAX_LEVEL);
