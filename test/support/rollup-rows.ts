import { asOwner } from './partition-scenario.ts';
import type { Service } from './running-app.ts';

/**
 * Moves ingestion's sums by context to the rows by account, which tests may then change: a row for each
 * meter, in slot 1.
 */
export function keepRollupsByAccount(service: Pick<Service, 'databaseUrl'>): Promise<void> {
  const isOther = `aggregation not in ('MAX', 'MIN')`;
  const meter = 'join usage_meters m on m.org_id = u.org_id and m.id = u.meter_id';
  const move = (rollup: string, key: string) => `
    create temporary table moved as
      select u.org_id, ${key}, sum(units) as units, sum(events) as events from usage_${rollup} u ${meter}
      where ${isOther} group by u.org_id, ${key};
    delete from context_${rollup};
    delete from account_${rollup} u using usage_meters m
      where m.org_id = u.org_id and m.id = u.meter_id and ${isOther};
    insert into account_${rollup} (org_id, ${key}, slot, units, events)
      select org_id, ${key}, 1, units, events from moved where events <> 0;
    drop table moved;`;
  return asOwner(service, async (client) => {
    const hours = move('hours', 'account_id, meter_id, hour_at');
    const cycles = move('cycles', 'account_id, schedule_id, cycle_start, meter_id');
    await client.query(`begin; ${hours} ${cycles} delete from usage_deltas; commit`);
  });
}
