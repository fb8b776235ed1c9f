import { accountArchived, lockAccount } from '#areas/accounts/index.ts';
import { type AddOnRow, findAddOn } from '#areas/add-ons/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { decimalText, ZERO } from '#core/decimal.ts';
import { applyOperation, findExcess, type LevelStep } from '#core/licenses/levels.ts';
import { sqlState, violatedConstraint } from '#platform/db/database.ts';
import { type LicenseContext, planLicensesChanged } from './plan-changes.ts';
import {
  licenseArchived,
  licenseKeyTaken,
  licenseNotCounted,
  licenseNotFound,
  maxQuantityExceeded,
} from './problems.ts';
import { checkLevels, type LicenseChange, toMilliseconds, toRequest } from './rules.ts';
import { listLevelLimits } from './store/levels.ts';
import {
  findUpdateBefore,
  findUpdateByKey,
  insertUpdate,
  type LicenseUpdateRow,
  listLaterUpdates,
  shiftLevels,
} from './store/updates.ts';
import type { LicenseRequest } from './tables.ts';

/**
 * Changes an account's license level from an instant on, and with it the later relative levels up to the next
 * absolute one (`metering-pricing.md` 12.1), all or nothing. The account is locked, so the checks hold until
 * the transaction ends. `at` is the change's path in the request, for error messages.
 */
export async function applyLicenseUpdate(
  context: LicenseContext,
  change: LicenseChange,
  at = '',
): Promise<LicenseUpdateRow> {
  const { tx, org } = context;
  const account = await lockAccount(tx, org, change.accountId);
  const request = toRequest(change, account.id);
  const known = await findRepeated(context, request, change.idempotencyKey);
  if (known) return known;
  const license = await getCountedLicense(context, { id: change.licenseId, at });
  if (account.status === 'ARCHIVED') throw accountArchived({ id: account.id });
  return storeUpdate(context, { change, request, license, at });
}

/** The response to the first request with the key, regardless of later changes. */
async function findRepeated(
  { tx, org }: LicenseContext,
  request: LicenseRequest,
  key: string | null | undefined,
): Promise<LicenseUpdateRow | null> {
  if (!key) return null;
  const known = await findUpdateByKey(tx, org, key);
  if (!known?.request || !known.answered) return null;
  const { request: first, answered, ...row } = known;
  if (canonicalJson(first) !== canonicalJson(request)) throw licenseKeyTaken({ key });
  return { ...row, level: answered, metadata: first.metadata };
}

async function getCountedLicense(
  { tx, org }: LicenseContext,
  { id, at }: { id: string; at: string },
): Promise<AddOnRow> {
  const addOn = await findAddOn(tx, org, id);
  if (!addOn) throw licenseNotFound({ id });
  if (addOn.type !== 'LICENSE') throw licenseNotCounted({ id, type: addOn.type, at });
  return addOn;
}

interface Placing {
  change: LicenseChange;
  request: LicenseRequest;
  license: AddOnRow;
  at: string;
}

async function storeUpdate(context: LicenseContext, placing: Placing): Promise<LicenseUpdateRow> {
  const { tx, org, now } = context;
  const { change, request, license, at } = placing;
  const { accountId } = request;
  const effectiveFrom = toMilliseconds(change.effectiveFrom ?? now);
  const key = { accountId, licenseId: license.id, at: effectiveFrom };
  const [previous, later] = await Promise.all([
    findUpdateBefore(tx, org, key),
    listLaterUpdates(tx, org, key),
  ]);
  const end = later.find(({ updateType }) => updateType === 'ABSOLUTE')?.effectiveFrom ?? null;
  const shifted = later.filter(({ updateType }) => updateType === 'RELATIVE');
  const placed = applyOperation(change, {
    before: previous?.level ?? ZERO,
    followers: shifted.map(({ level }) => level),
  });
  const steps = [
    { at: effectiveFrom, quantity: placed.level },
    ...shifted.map((row, i) => ({ at: row.effectiveFrom, quantity: placed.followers[i] ?? ZERO })),
  ];
  checkLevels(steps, at);
  if (placed.shift.gt(0)) await checkIncrease(context, { ...placing, steps, until: end });
  const row = await insertUpdate(tx, {
    ...{ orgId: org.orgId, accountId, licenseId: license.id, updateType: change.updateType },
    ...{ quantity: change.quantity, level: placed.level, effectiveFrom, metadata: request.metadata },
    idempotencyKey: change.idempotencyKey ?? null,
    ...(change.idempotencyKey ? { request, answered: placed.level } : { request: null, answered: null }),
    createdAt: creationAfter(previous, { effectiveFrom, now }),
  }).catch((error) => {
    throw explainTakenKey(error, change.idempotencyKey ?? '');
  });
  await shiftLevels(tx, org, { ordinals: shifted.map(({ ordinal }) => ordinal), shift: placed.shift });
  await planLicensesChanged(context, [accountId]);
  return row;
}

/** A decrease is always allowed, even from a level above the limit. */
async function checkIncrease(
  { tx, org }: LicenseContext,
  increase: Placing & { steps: readonly LevelStep[]; until: Temporal.Instant | null },
): Promise<void> {
  const { steps, until, at, license, request } = increase;
  if (license.status === 'ARCHIVED') throw licenseArchived({ id: license.id, at });
  const from = steps[0]?.at as Temporal.Instant;
  const limits = await listLevelLimits(tx, org, {
    ...{ accountId: request.accountId, licenseId: license.id, from },
  });
  const excess = findExcess({ steps, until }, limits);
  if (!excess) return;
  const { step, limit } = excess;
  const isLater = Temporal.Instant.compare(limit.from, step.at) > 0;
  throw maxQuantityExceeded({
    ...{ level: decimalText(step.quantity), max: decimalText(limit.maxQuantity), at },
    from: (isLater ? limit.from : step.at).toString(),
  });
}

/**
 * Now. Requests that waited for each other may have read the clock in the opposite order; among operations
 * effective at one instant, the later one gets no earlier creation time, because replay follows creation.
 */
function creationAfter(
  previous: LicenseUpdateRow | null,
  { effectiveFrom, now }: { effectiveFrom: Temporal.Instant; now: Temporal.Instant },
): Temporal.Instant {
  if (!previous?.effectiveFrom.equals(effectiveFrom)) return now;
  return Temporal.Instant.compare(previous.createdAt, now) > 0 ? previous.createdAt : now;
}

/** Two accounts can race for one key; requests of one account are serialized by its lock. */
function explainTakenKey(error: unknown, key: string): unknown {
  const isTaken = sqlState(error) === '23505';
  return isTaken && violatedConstraint(error) === 'license_updates_idempotency_key'
    ? licenseKeyTaken({ key })
    : error;
}
