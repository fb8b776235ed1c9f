import { sql } from 'kysely';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

/** Lets failed work of the sandbox run again now, in place of waiting in real time. */
export async function endPauses(service: Service, id = 'default'): Promise<void> {
  await asSandbox(
    service,
    (tx) =>
      sql`update scheduled_work set retry_at = clock_timestamp() where retry_at is not null`.execute(tx),
    id,
  );
}
