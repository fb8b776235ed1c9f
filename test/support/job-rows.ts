import { createJob, type JobRow, type NewJob } from '#areas/jobs/index.ts';
import type { Org } from '#platform/http/operation.ts';
import { orgOf } from './invoice-rows.ts';
import type { Service } from './running-app.ts';

/** Creates a job as an area would, in the sandbox of an organization; its entries do not run. */
export async function makeJob(
  service: Service,
  given: Partial<NewJob> & { organization?: string; at?: string },
): Promise<JobRow> {
  const { organization, at = '2030-01-01T00:00:00Z', ...members } = given;
  const org: Org = await orgOf(service, 'sandbox', organization);
  const job: NewJob = {
    type: 'PRICE_PLAN',
    requireConfirmation: true,
    entityIds: ['a', 'b'],
    entryKind: 'test.entry',
    ...members,
  };
  const now = Temporal.Instant.from(at);
  return service.app.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    createJob({ tx, org, now }, job),
  );
}
