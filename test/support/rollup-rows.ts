import { asOwner } from './partition-scenario.ts';
import type { Service } from './running-app.ts';

/** The sums of all accounts stay the same, and include the deltas, which are deleted. */
const TOGETHER = `
    delete from meter_hours;
    delete from meter_hour_changes;
    insert into meter_hours (org_id, meter_id, hour_at, units, events)
      select org_id, meter_id, hour_at, sum(units), sum(events) from moved group by 1, 2, 3;`;

/**
 * Moves ingestion's sums by context to the rows by account, which tests may then change: a row for each
 * meter, in slot 1.
 */
export function keepRollupsByAccount(service: Pick<Service, 'databaseUrl'>): Promise<void> {
  const isOther = `aggregation not in ('MAX', 'MIN')`;
  const meter = 'join usage_meters m on m.org_id = u.org_id and m.id = u.meter_id';
  const move = (rollup: string, key: string, together = '') => `
    create temporary table moved as
      select u.org_id, ${key}, sum(units) as units, sum(events) as events from usage_${rollup} u ${meter}
      where ${isOther} group by u.org_id, ${key};
    delete from context_${rollup};
    delete from account_${rollup} u using usage_meters m
      where m.org_id = u.org_id and m.id = u.meter_id and ${isOther};
    ${together}
    insert into account_${rollup} (org_id, ${key}, slot, units, events)
      select org_id, ${key}, 1, units, events from moved where events <> 0;
    drop table moved;`;
  return asOwner(service, async (client) => {
    const hours = move('hours', 'account_id, meter_id, hour_at', TOGETHER);
    const cycles = move('cycles', 'account_id, schedule_id, cycle_start, meter_id');
    await client.query(`begin; ${hours} ${cycles} delete from usage_deltas; commit`);
  });
}
