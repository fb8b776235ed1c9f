import { findAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSchedule, listScheduleCards } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { unpackPipeline } from './event-context.ts';
import type { EventRow } from './store/events.ts';

/** Current data needed to show the pipeline of events. */
export interface PipelineTerms {
  baseCurrency: string;
  /** By account. */
  currencies: ReadonlyMap<string, string>;
  /** Usage meters that have a price, by schedule. */
  meters: ReadonlyMap<string, readonly string[]>;
}

/** For a bounded number of events, which have few accounts. */
export async function readPipelineTerms(tx: Tx, org: Org, rows: readonly EventRow[]): Promise<PipelineTerms> {
  const pipelines = rows.map((row) => unpackPipeline(row, row));
  const accountIds = new Set(pipelines.flatMap(({ account }) => account?.id ?? []));
  const scheduleIds = new Set(
    pipelines.flatMap(({ pricePlans = [] }) => pricePlans.map(({ scheduleId }) => scheduleId)),
  );
  const currencies = new Map<string, string>();
  for (const id of accountIds) {
    const account = await findAccount(tx, org, id);
    if (account) currencies.set(id, account.invoiceCurrency);
  }
  const meters = new Map<string, string[]>();
  for (const id of scheduleIds) {
    const schedule = await findSchedule(tx, org, id);
    const cards = schedule ? await listScheduleCards(tx, org, schedule) : [];
    const priced = cards.flatMap(({ type, billableId }) => (type === 'USAGE' ? [billableId] : []));
    meters.set(id, [...new Set(priced)]);
  }
  return { baseCurrency: (await getOrganization(tx, org)).baseCurrency, currencies, meters };
}
