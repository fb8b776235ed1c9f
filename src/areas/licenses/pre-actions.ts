import { type Decimal, parseJsonDecimal } from '#core/decimal.ts';
import { parseInstant } from '#platform/http/instants.ts';
import { applyLicenseUpdate } from './apply-license-update.ts';
import type { LicenseContext } from './plan-changes.ts';
import { preActionInvalid } from './problems.ts';
import type { LicenseChange } from './rules.ts';
import { MAX_LEVEL, type PreAction, UPDATE_TYPES } from './schema.ts';

/** A license change made before a schedule change. */
export interface LicenseGrant extends Pick<LicenseChange, 'licenseId' | 'updateType' | 'quantity'> {
  effectiveFrom: Temporal.Instant | null;
  /** Its path in the request, for error messages. */
  at: string;
}

const [REQUIRED, OPTIONAL] = [['licenseId', 'updateType', 'quantity'], ['effectiveFrom']];

/** Parses pre-actions. Raises `preActionInvalid` with the invalid member and the reason. */
export function readPreActions(
  preActions: readonly PreAction[] | null | undefined,
  path = 'preActions',
): LicenseGrant[] {
  return (preActions ?? []).map(({ config = {} }, index) => {
    const at = `${path}[${index}].config`;
    for (const name of Object.keys(config))
      if (![...REQUIRED, ...OPTIONAL].includes(name)) throw invalid(`${at}.${name}`, 'is an unknown member');
    for (const name of REQUIRED) if (!config[name]) throw invalid(`${at}.${name}`, 'is required');
    return {
      licenseId: readLicenseId(config.licenseId ?? '', at),
      updateType: readType(config.updateType ?? '', at),
      quantity: readQuantity(config.quantity ?? '', at),
      effectiveFrom: config.effectiveFrom ? readFrom(config.effectiveFrom, at) : null,
      at: `${at}.`,
    };
  });
}

/** Applies the changes in order, each as POST /license_updates does, in the caller's transaction. */
export async function applyPreActions(
  context: LicenseContext,
  { accountId, preActions }: { accountId: string; preActions: readonly LicenseGrant[] },
): Promise<void> {
  for (const { at, ...change } of preActions) await applyLicenseUpdate(context, { ...change, accountId }, at);
}

function readLicenseId(text: string, at: string): string {
  if ([...text].length > 50) throw invalid(`${at}.licenseId`, 'must have at most 50 characters');
  return text;
}

function readType(text: string, at: string): LicenseGrant['updateType'] {
  const type = UPDATE_TYPES.find((each) => each === text);
  if (!type) throw invalid(`${at}.updateType`, `must be one of ${UPDATE_TYPES.join(', ')}`);
  return type;
}

function readQuantity(text: string, at: string): Decimal {
  const quantity = parseJsonDecimal(text);
  if ('error' in quantity) throw invalid(`${at}.quantity`, quantity.error);
  if (quantity.abs().gt(MAX_LEVEL))
    throw invalid(`${at}.quantity`, `must be from -${MAX_LEVEL} to ${MAX_LEVEL}`);
  return quantity;
}

function readFrom(text: string, at: string): Temporal.Instant {
  const from = parseInstant(text);
  if ('error' in from) throw invalid(`${at}.effectiveFrom`, from.error);
  return from;
}

function invalid(at: string, rule: string) {
  return preActionInvalid({ at, rule });
}
