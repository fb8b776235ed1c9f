import pg from 'pg';
import { maintainEvents } from '#areas/usage/maintain-events.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

/** Helpers for scenarios with ageing partitions of events. */

/** Runs as the owner of the tables, whom row-level security does not restrict, to make partitions older. */
export async function asOwner<T>(
  service: Pick<Service, 'databaseUrl'>,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** The hourly maintenance of the sandbox. */
export async function maintain(service: Service, retentionDays: number | null = null): Promise<void> {
  const org = await asSandbox(service, async (_tx, found) => found);
  const deployment = { ...service.app.deployment, eventRetentionDays: retentionDays };
  await maintainEvents(service.app.database, org, deployment);
}

/** Makes every partition older, and runs the maintenance that follows. */
export async function passDays(
  service: Service,
  days: number,
  retentionDays: number | null = null,
): Promise<void> {
  await asOwner(service, (client) =>
    client.query(
      `update event_partitions set opened_at = opened_at - make_interval(days => $1),
         closed_at = closed_at - make_interval(days => $1)`,
      [days],
    ),
  );
  await maintain(service, retentionDays);
}

export interface PartitionState {
  number: number;
  /** OPEN, CLOSED, SETTLED or EMPTIED; future ones are OPEN. */
  state: string;
  events: number;
}

export function listPartitions(service: Service): Promise<PartitionState[]> {
  return asOwner(service, async (client) => {
    const { rows } = await client.query(`
      select number, case when emptied_at is not null then 'EMPTIED'
        when settled_at is not null then 'SETTLED' when closed_at is not null then 'CLOSED'
        else 'OPEN' end as state,
        (select count(*)::int from events where seq >> 44 = number) as events
      from event_partitions order by number`);
    return rows;
  });
}
