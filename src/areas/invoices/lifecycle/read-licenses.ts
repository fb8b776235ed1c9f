import { listLicenseLevels, listNamedEntries, type NamedEntry } from '#areas/licenses/index.ts';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { ScheduleRow } from '#areas/schedules/index.ts';
import type { LevelStep } from '#core/licenses/levels.ts';
import { countedQuantities, type LicenseQuantities, namedQuantities } from '#core/licenses/quantities.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { BilledPart } from './billed-part.ts';

/** The number and names of an account's licences on the days that an invoice bills. */
export interface LicenseFacts {
  levels: ReadonlyMap<string, readonly LevelStep[]>;
  names: readonly NamedEntry[];
}

export const NO_LICENSES: LicenseFacts = { levels: new Map(), names: [] };

interface RequestedLicenses {
  accountId: string;
  licenses: readonly { id: string; licenseType: LicenseType }[];
  from: Temporal.Instant;
  until: Temporal.Instant;
}

type LicenseType = 'LICENSE' | 'NAMED_LICENSE';

/**
 * Reads the inputs of the license cards of a cycle, including days that an earlier schedule of the chain
 * bills: a card without proration deducts what they paid for.
 */
export function readLicenses(
  tx: Tx,
  org: Org,
  { schedule, part, cards }: { schedule: ScheduleRow; part: BilledPart; cards: readonly RateCardRow[] },
): Promise<LicenseFacts> {
  const licenses = cards.flatMap(({ billableId, details }: RateCardRow) =>
    details.licenseRateCard
      ? [{ id: billableId, licenseType: details.licenseRateCard.type ?? ('LICENSE' as const) }]
      : [],
  );
  const { chainStartDate, timeZone, accountId } = schedule;
  const isCut = Temporal.PlainDate.compare(part.nominalStart, chainStartDate) < 0;
  const from = startOfDay(isCut ? chainStartDate : part.nominalStart, timeZone);
  return loadLicenses(tx, org, { accountId, licenses, from, until: part.endAt });
}

export async function loadLicenses(tx: Tx, org: Org, requested: RequestedLicenses): Promise<LicenseFacts> {
  const { licenses, ...range } = requested;
  if (licenses.length === 0) return NO_LICENSES;
  const idsOf = (type: LicenseType) =>
    licenses.filter(({ licenseType }) => licenseType === type).map(({ id }) => id);
  const [levels, names] = await Promise.all([
    listLicenseLevels(tx, org, { ...range, licenseIds: idsOf('LICENSE') }),
    listNamedEntries(tx, org, { ...range, licenseIds: idsOf('NAMED_LICENSE') }),
  ]);
  return { levels, names };
}

/** Returns the quantities of one license by local days. */
export function quantitiesOf(
  { levels, names }: LicenseFacts,
  license: { id: string; licenseType: LicenseType; timeZone: string },
): LicenseQuantities {
  const { id, licenseType, timeZone } = license;
  switch (licenseType) {
    case 'LICENSE':
      return countedQuantities(levels.get(id) ?? [], timeZone);
    case 'NAMED_LICENSE':
      return namedQuantities(
        names.filter(({ licenseId }) => licenseId === id),
        timeZone,
      );
    default:
      return licenseType satisfies never;
  }
}
