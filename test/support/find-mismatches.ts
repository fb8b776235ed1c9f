import { audits } from '#app';
import { runAudit } from '#platform/jobs/audits.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

/** Mismatches that the audits, or those with the given names, find in a sandbox, as `subject: problem`. */
export async function findMismatches(
  service: Service,
  { organization = 'default', names = /./ }: { organization?: string; names?: RegExp } = {},
): Promise<string[]> {
  const org = await asSandbox(service, async (_tx, found) => found, organization);
  const found: string[] = [];
  for (const audit of audits.filter(({ name }) => names.test(name))) {
    const { pass } = await runAudit(service.app.database, org, { audit });
    found.push(...pass.examples.map(({ subject, problem }) => `${subject}: ${problem}`));
  }
  return found;
}
