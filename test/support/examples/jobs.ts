import { makeJob } from '../job-rows.ts';
import type { Service } from '../running-app.ts';

/** Two jobs that wait for confirmation, with two entries each; jobs are made by other areas. */
export async function keepJobs(service: Service, organization: string): Promise<string> {
  await makeJob(service, { organization });
  return (await makeJob(service, { organization })).id;
}
