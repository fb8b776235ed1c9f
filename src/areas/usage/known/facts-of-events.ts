import type { AccountMatch } from '#areas/accounts/index.ts';
import type { AddOnRow } from '#areas/add-ons/index.ts';
import type { CompiledSchema, SchemaEvent } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { isPastDeadline } from '../judge-time.ts';
import { adjustsLateUsage } from '../late-usage.ts';
import { loadDependencies } from '../load-dependencies.ts';
import type { EventFacts, Period } from '../process-event.ts';
import { LICENSE_ID, type ReservedSchemas, USAGE_METER_ID } from '../reserved-schemas.ts';
import { type AccountFacts, matchOf, periodOf } from './account-facts.ts';
import type { CatalogFacts } from './catalog-facts.ts';
import type { KnownFacts } from './known-facts.ts';

/** A batch with what is known about it. */
export interface KnownBatch {
  events: readonly SchemaEvent[];
  sent: readonly { isEntitled: boolean }[];
  known: KnownFacts;
  catalog: CatalogFacts;
  accounts: AccountFacts;
  reserved: ReservedSchemas;
  receivedAt: Temporal.Instant;
}

/** The facts of each event, in order. Settings are read where an enrichment needs ones that are not known. */
export async function factsOf(tx: Tx, org: Org, batch: KnownBatch): Promise<EventFacts[]> {
  const { events, sent, accounts, receivedAt, catalog } = batch;
  const matches = events.map(({ accountId, timestamp }) => matchOf(accounts, accountId, timestamp));
  const schemas = events.map((event) => schemaOf(event, batch));
  const periods = events.map(({ accountId: _, timestamp }, index) => {
    const match = matches[index];
    return match ? periodOf(accounts, match.accountId, timestamp) : null;
  });
  const isTakenLate = await judgeLate(tx, org, { batch, matches, periods });
  const findDependencies = await loadDependencies(tx, org, { matches, schemas, known: batch.known });
  return events.map((event, index) => {
    const match = matches[index] ?? null;
    const facts: EventFacts = {
      receivedAt,
      match,
      schema: schemas[index] ?? null,
      wallet: null,
      isEntitled: sent[index]?.isEntitled ?? false,
      feature: catalog.schemas.get(event.schemaName)?.feature ?? null,
      isTakenLate: isTakenLate(index),
      period: periods[index] ?? null,
      dependencies: findDependencies(index),
      meters: metersOf(event, batch),
    };
    if (event.schemaName === batch.reserved.names.name) facts.licenses = licensesOf(event, catalog);
    return facts;
  });
}

/**
 * Which events of a batch are late and count all the same: those of active accounts, but for names of
 * licences, which no adjustment looks at. The setting is read when something is late, which is seldom.
 */
async function judgeLate(
  tx: Tx,
  org: Org,
  about: {
    batch: KnownBatch;
    matches: readonly (AccountMatch | null)[];
    periods: readonly (Period | null)[];
  },
): Promise<(index: number) => boolean> {
  const { batch, matches, periods } = about;
  const isLate = (index: number) => {
    const period = periods[index];
    if (!period || matches[index]?.status !== 'ACTIVE') return false;
    if (batch.events[index]?.schemaName === batch.reserved.names.name) return false;
    return isPastDeadline(period.cycle, batch.receivedAt);
  };
  const isAny = periods.some((_, index) => isLate(index));
  if (!isAny || !(await adjustsLateUsage(tx, org))) return () => false;
  return isLate;
}

function schemaOf({ schemaName }: SchemaEvent, { catalog, reserved }: KnownBatch): CompiledSchema | null {
  const facts = catalog.schemas.get(schemaName);
  if (facts) return facts.isActive ? facts.compiled : null;
  if (schemaName === reserved.usage.name) return reserved.usage;
  return schemaName === reserved.names.name ? reserved.names : null;
}

function metersOf(event: SchemaEvent, { catalog, reserved }: KnownBatch): EventFacts['meters'] {
  if (event.schemaName !== reserved.usage.name) return catalog.schemas.get(event.schemaName)?.meters ?? [];
  const id = event.dimensions.get(USAGE_METER_ID) ?? '';
  return catalog.namedMeters.get(id) ?? { failure: `no usage meter has the id ${id}` };
}

function licensesOf({ dimensions }: SchemaEvent, { licenses }: CatalogFacts): ReadonlyMap<string, AddOnRow> {
  const id = dimensions.get(LICENSE_ID) ?? '';
  const row = licenses.get(id);
  return new Map(row ? [[id, row]] : []);
}
