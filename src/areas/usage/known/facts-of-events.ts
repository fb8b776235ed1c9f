import type { AccountMatch } from '#areas/accounts/index.ts';
import type { AddOnRow } from '#areas/add-ons/index.ts';
import type { CompiledSchema, SchemaEvent } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { isPastDeadline } from '../check-time.ts';
import type { EventFacts } from '../decision/event-facts.ts';
import { readLatePolicy } from '../late-usage.ts';
import { loadDependencies } from '../load-dependencies.ts';
import { LICENSE_ID, type ReservedSchemas, USAGE_METER_ID } from '../reserved-schemas.ts';
import { type AccountFacts, matchOf, periodOf } from './account-facts.ts';
import type { CatalogFacts } from './catalog-facts.ts';
import type { KnownFacts } from './known-facts.ts';

/** A batch with the cached facts that it needs. */
export interface KnownBatch {
  events: readonly SchemaEvent[];
  sent: readonly { isEntitled: boolean }[];
  known: KnownFacts;
  catalog: CatalogFacts;
  accounts: AccountFacts;
  reserved: ReservedSchemas;
  receivedAt: Temporal.Instant;
}

/** The facts of each event, in order. Reads settings that an enrichment needs and that are not cached. */
export async function factsOf(tx: Tx, org: Org, batch: KnownBatch): Promise<EventFacts[]> {
  const { events, sent, accounts, receivedAt, catalog } = batch;
  const matches = events.map(({ accountId, timestamp }) => matchOf(accounts, accountId, timestamp));
  const schemas = events.map((event) => schemaOf(event, batch));
  const timed = await timeEvents(tx, org, { batch, matches });
  const findDependencies = await loadDependencies(tx, org, { matches, schemas, known: batch.known });
  return events.map((event, index) => {
    const known = catalog.schemas.get(event.schemaName);
    const facts: EventFacts = {
      receivedAt,
      match: matches[index] ?? null,
      schema: schemas[index] ?? null,
      isPriced: known?.isPriced ?? false,
      wallet: null,
      isEntitled: sent[index]?.isEntitled ?? false,
      feature: known?.feature ?? null,
      ...(timed[index] ?? NO_TIME),
      dependencies: findDependencies(index),
      meters: metersOf(event, batch),
    };
    if (event.schemaName === batch.reserved.names.name) facts.licenses = licensesOf(event, catalog);
    if (event.schemaName === batch.reserved.usage.name) facts.namedMeterId = namedMeterOf(event);
    return facts;
  });
}

type Timed = Pick<EventFacts, 'period' | 'late'>;

const NO_TIME: Timed = { period: null, late: null };

/**
 * Assigns events to cycles. A late event of an active account counts if the organization's late policy allows
 * it, except for license names. The policy is read only if an event is late, which is rare.
 */
async function timeEvents(
  tx: Tx,
  org: Org,
  { batch, matches }: { batch: KnownBatch; matches: readonly (AccountMatch | null)[] },
): Promise<Timed[]> {
  const { accounts, receivedAt, reserved } = batch;
  const timed = batch.events.map(({ timestamp }, index): Timed => {
    const match = matches[index];
    return match ? { period: periodOf(accounts, match.accountId, timestamp), late: null } : NO_TIME;
  });
  const isLate = ({ period }: Timed, index: number) =>
    period !== null &&
    matches[index]?.status === 'ACTIVE' &&
    batch.events[index]?.schemaName !== reserved.names.name &&
    isPastDeadline(period.cycle, receivedAt);
  if (!timed.some(isLate)) return timed;
  const policy = await readLatePolicy(tx, org);
  if (policy === 'REJECT') return timed;
  return timed.map((each, index): Timed => {
    if (!isLate(each, index)) return each;
    if (policy === 'ADJUST') return { ...each, late: policy };
    const current = periodOf(accounts, matches[index]?.accountId ?? '', receivedAt);
    return current ? { period: current, late: policy } : each;
  });
}

function schemaOf({ schemaName }: SchemaEvent, { catalog, reserved }: KnownBatch): CompiledSchema | null {
  const facts = catalog.schemas.get(schemaName);
  if (facts) return facts.isActive ? facts.compiled : null;
  if (schemaName === reserved.usage.name) return reserved.usage;
  return schemaName === reserved.names.name ? reserved.names : null;
}

function metersOf(event: SchemaEvent, { catalog, reserved }: KnownBatch): EventFacts['meters'] {
  if (event.schemaName !== reserved.usage.name) return catalog.schemas.get(event.schemaName)?.meters ?? [];
  const id = namedMeterOf(event);
  return catalog.namedMeters.get(id) ?? { failure: `usage meter ${id} not found` };
}

function namedMeterOf({ dimensions }: SchemaEvent): string {
  return dimensions.get(USAGE_METER_ID) ?? '';
}

function licensesOf({ dimensions }: SchemaEvent, { licenses }: CatalogFacts): ReadonlyMap<string, AddOnRow> {
  const id = dimensions.get(LICENSE_ID) ?? '';
  const row = licenses.get(id);
  return new Map(row ? [[id, row]] : []);
}
