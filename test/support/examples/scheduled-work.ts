import { sql } from 'kysely';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';

let pieces = 0;

/** A piece on hold, of a job that no longer exists: a retry has nothing to do. */
export function keepPiece(service: Service, organization: string): Promise<string> {
  const key = `gone-${++pieces}`;
  return asSandbox(
    service,
    async (tx, { orgId }) => {
      const { rows } = await sql<{ id: number }>`
        insert into scheduled_work (org_id, kind, key, due_at, rank, payload, attempts, last_error, reason,
          failing_since, on_hold_at)
        values (${orgId}, 'jobs.expire', ${key}, '2029-12-31', 1, jsonb_build_object('jobId', ${key}::text),
          8, 'gone', 'it was given up', clock_timestamp(), clock_timestamp()) returning id`.execute(tx);
      return String(rows[0]?.id);
    },
    organization,
  );
}

/** Two pieces; returns the id of the second. */
export async function keepFailingWork(service: Service, organization: string): Promise<string> {
  await keepPiece(service, organization);
  return keepPiece(service, organization);
}
