import { findSettingValue } from '#areas/settings/index.ts';
import { decimalText, parseJsonDecimal } from '#core/decimal.ts';
import { type ChargeInput, canonicalChargeValue } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { isJsonNumber, keepNumberSource } from '#platform/http/exact-json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { StoredCharge } from './rules.ts';

/**
 * Reads the charges of an account's cycle invoice: its own, then the standing charges from the setting
 * MISC_CHARGES of the account or, if it has none, of the organization.
 */
export async function readDraftCharges(
  tx: Tx,
  org: Org,
  draft: { accountId: string; own: readonly StoredCharge[] },
): Promise<ChargeInput[]> {
  const value = await findSettingValue(tx, org, {
    namespace: 'PLATFORM',
    id: 'MISC_CHARGES',
    candidates: [
      { entityType: 'ACCOUNT', entityId: draft.accountId },
      { entityType: 'ORGANIZATION', entityId: org.id },
    ],
  });
  return [...draft.own, ...(value === null ? [] : readStandingCharges(value))];
}

interface SentCharge {
  name: string;
  value?: string;
  rate?: unknown;
  quantity?: unknown;
  considerForRevenue?: boolean;
}

/** Parses a setting that was validated when it was stored; numbers keep their source text. */
function readStandingCharges(text: string): ChargeInput[] {
  const charges = JSON.parse(text, keepNumberSource) as SentCharge[];
  return charges.map(({ name, value, rate, quantity, considerForRevenue }) => ({
    name,
    ...(value === undefined ? {} : { value: canonicalChargeValue(value) }),
    ...(rate === undefined ? {} : { rate: exactText(rate) }),
    ...(quantity === undefined ? {} : { quantity: exactText(quantity) }),
    ...(considerForRevenue ? { considerForRevenue } : {}),
    isStanding: true,
  }));
}

function exactText(number: unknown): string {
  const source = isJsonNumber(number) ? number.source : String(number);
  const value = parseJsonDecimal(source);
  if ('error' in value)
    throw new RangeError(`the setting MISC_CHARGES contains the invalid number ${source}`);
  return decimalText(value);
}
