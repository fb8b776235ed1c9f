import { getAccount } from '#areas/accounts/index.ts';
import { listAddOnsById } from '#areas/add-ons/index.ts';
import { type LicenseFacts, loadLicenses, NO_LICENSES, readLicenses } from '#areas/invoices/index.ts';
import { addOnNotFound, type RateCardRow } from '#areas/price-plans/index.ts';
import { listChainSales } from '#areas/schedules/index.ts';
import { ZERO } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import type { Calculation, LicenseType } from './calculate.ts';
import { getAccountCycle } from './find-account-cycle.ts';
import { calculationInvalid } from './problems.ts';
import { daysOf, imagineRange, type RatedCycle } from './rated-cycle.ts';
import { checkRange, requireMember } from './rules.ts';
import type { CalculateRevenueRequest, Config } from './schema.ts';

type ReadContext = Pick<Context, 'tx' | 'org' | 'now'>;
type RequestedLicenses = Calculation['licenses'][LicenseType];

interface Facts {
  cards: readonly RateCardRow[];
  timeZone: string;
  /** The days for which sent entries are evaluated. */
  ratedCycle: RatedCycle;
}

/** License quantities and names by day. Each kind has its own config. */
export async function readLicenseConfigs(
  context: ReadContext,
  body: CalculateRevenueRequest,
  facts: Facts,
): Promise<Calculation['licenses']> {
  const { licenseEntriesConfig: counted, namedLicenseEntriesConfig: named } = body;
  const source = { ...facts, context };
  return {
    LICENSE: await readConfig(counted, {
      ...{ ...source, path: 'licenseEntriesConfig', type: 'LICENSE' },
      readSent: (path) => readLevels(context, requireMember(counted.custom, { path, mode: 'CUSTOM' })),
    }),
    NAMED_LICENSE: named
      ? await readConfig(named, {
          ...{ ...source, path: 'namedLicenseEntriesConfig', type: 'NAMED_LICENSE' },
          readSent: (path) => readNames(context, requireMember(named.custom, { path, mode: 'CUSTOM' }), path),
        })
      : { ratedCycle: facts.ratedCycle, facts: NO_LICENSES },
  };
}

interface Requested extends Facts {
  context: ReadContext;
  path: string;
  type: LicenseType;
  readSent(path: string): Promise<LicenseFacts>;
}

async function readConfig(
  { mode, lookupRange, lookupCycle }: Config<'licenseEntriesConfig'> | Config<'namedLicenseEntriesConfig'>,
  requested: Requested,
): Promise<RequestedLicenses> {
  const { context, ratedCycle, readSent } = requested;
  const { tx, org, now } = context;
  const cards = cardsOf(requested);
  switch (mode) {
    case 'CUSTOM':
      return { ratedCycle, facts: await readSent(`${requested.path}.custom`) };
    case 'LOOKUP_RANGE': {
      const at = { path: `${requested.path}.lookupRange`, mode };
      return readRange(requireMember(lookupRange, at), { ...requested, path: at.path });
    }
    case 'LOOKUP_CYCLE': {
      const path = `${requested.path}.lookupCycle`;
      const { accountId, cycleEffectiveOn: at = now } = requireMember(lookupCycle, { path, mode });
      const found = await getAccountCycle(tx, org, { accountId, at, path });
      const { schedule } = found.ratedCycle;
      const ratedCycle = {
        ...found.ratedCycle,
        soldBefore: await listChainSales(tx, org, { schedule, cards }),
      };
      return { ratedCycle, facts: await readLicenses(tx, org, { ...ratedCycle, cards }) };
    }
    default:
      return mode satisfies never;
  }
}

/** Whole days, treated as one cycle, regardless of cycle boundaries. */
async function readRange(
  { accountId, ...range }: NonNullable<Config<'licenseEntriesConfig'>['lookupRange']>,
  requested: Requested,
): Promise<RequestedLicenses> {
  const { context, path, timeZone, type } = requested;
  const { tx, org } = context;
  const account = await getAccount(tx, org, accountId);
  checkRange(range, { path, timeZone });
  const ratedCycle = imagineRange(daysOf(range, timeZone), timeZone);
  const licenses = cardsOf(requested).map(({ billableId: id }) => ({ id, licenseType: type }));
  const window = { from: ratedCycle.part.startAt, until: ratedCycle.part.endAt };
  return { ratedCycle, facts: await loadLicenses(tx, org, { accountId: account.id, licenses, ...window }) };
}

function cardsOf({ cards, type }: Requested): RateCardRow[] {
  return cards.filter(({ details: { licenseRateCard: card } }) => card && (card.type ?? 'LICENSE') === type);
}

async function readLevels(
  context: ReadContext,
  entries: NonNullable<Config<'licenseEntriesConfig'>['custom']>,
): Promise<LicenseFacts> {
  await requireLicenses(context, entries);
  const { compare } = Temporal.Instant;
  const levels = [...Map.groupBy(entries, ({ licenseId }) => licenseId)].map(([id, own]) => {
    const steps = own.map(({ effectiveFrom: at, quantity }) => ({ at, quantity }));
    const ordered = steps.toSorted((a, b) => compare(a.at, b.at));
    const before = ordered
      .slice(0, 1)
      .map(({ at }) => ({ at: at.subtract({ nanoseconds: 1 }), quantity: ZERO }));
    return [id, [...before, ...ordered]] as const;
  });
  return { levels: new Map(levels), names: [] };
}

async function readNames(
  context: ReadContext,
  entries: NonNullable<Config<'namedLicenseEntriesConfig'>['custom']>,
  path: string,
): Promise<LicenseFacts> {
  await requireLicenses(context, entries);
  const names = entries.map(
    ({ licenseId, name, effectiveFrom: from, effectiveUntil: until = null }, index) => {
      if (until && Temporal.Instant.compare(until, from) < 0)
        throw calculationInvalid({
          path: `${path}[${index}].effectiveUntil`,
          rule: 'must not be before effectiveFrom',
        });
      return { licenseId, name: String(name), from, until };
    },
  );
  return { levels: new Map(), names };
}

async function requireLicenses(
  { tx, org }: ReadContext,
  entries: readonly { licenseId: string }[],
): Promise<void> {
  const ids = [...new Set(entries.map(({ licenseId }) => licenseId))];
  const known = new Set((await listAddOnsById(tx, org, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw addOnNotFound({ id: unknown });
}
