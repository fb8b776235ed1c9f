// Asks a database whether everything that has to be true of it is:  npm run audit
import type pg from 'pg';
import { audits } from '#app';
import { readConfig } from '#config';
import { openDatabase } from '#platform/db/database.ts';
import { openEmbeddedPostgres } from '#platform/db/embedded.ts';
import { readSchemaState } from '#platform/db/migrate.ts';
import { type AuditOutcome, auditEverything } from '#platform/jobs/audit-everything.ts';

const MIGRATIONS = new URL('../migrations', import.meta.url).pathname;

/** The database of the settings that `npm start` would use, also while a service has it open. */
async function main(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  const opened = databaseUrl
    ? { connection: { connectionString: databaseUrl }, stop: async () => undefined }
    : await openEmbeddedPostgres({ dataDir, log: (message) => console.error(message) });
  try {
    process.exitCode = (await audit(opened.connection)) ? 0 : 1;
  } finally {
    await opened.stop();
  }
}

/** Whether everything holds. */
async function audit(connection: pg.ClientConfig): Promise<boolean> {
  const started = performance.now();
  const role = await requireSchema(connection);
  const database = openDatabase({
    ...{ connection, maxConnections: 1, role },
    onError: (error) => console.error(`The connection to the database was lost: ${error.message}`),
  });
  const sum = { outcomes: 0, mismatches: 0, failures: 0 };
  const environments = new Set<number>();
  try {
    await auditEverything({ database, audits }, (outcome) => {
      sum.outcomes += 1;
      sum.mismatches += outcome.mismatches;
      sum.failures += Number(outcome.error !== null);
      environments.add(outcome.org.orgId);
      for (const line of describeOutcome(outcome)) console.log(line);
    });
  } finally {
    await database.close();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const [isSound, asked] = [sum.mismatches + sum.failures === 0, `${audits.length} invariants`];
  const end = isSound
    ? 'everything holds'
    : `${sum.mismatches} mismatches${sum.failures > 0 ? `, ${sum.failures} could not be asked` : ''}`;
  console.log(`${asked} of ${environments.size} environments asked in ${seconds} s: ${end}.`);
  return isSound;
}

/** The role that sees one organization at a time. Throws when the tables are not those of this release. */
async function requireSchema(connection: pg.ClientConfig): Promise<string | null> {
  const { pending, applicationRole } = await readSchemaState(connection, MIGRATIONS);
  if (pending.length === 0) return applicationRole;
  throw new Error(
    `The database has not the tables of this release (${pending.length} migrations are missing, ` +
      `from ${pending[0]} on). Start the service once: it brings them.`,
  );
}

/** Nothing of an audit that holds. */
function describeOutcome({ org, audit, mismatches, examples, error }: AuditOutcome): string[] {
  const place = `${org.id} ${org.environment}, ${audit.name}`;
  if (error !== null) return [`✗ ${place}: could not be asked: ${messageOf(error)}`];
  if (mismatches === 0) return [];
  const more = mismatches - examples.length;
  return [
    `✗ ${place}: expected that ${audit.claim}; ${mismatches} mismatches`,
    ...examples.map(({ subject, problem }) => `    ${subject}: ${problem}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

await main().catch((error) => {
  console.error(`The audit could not be done: ${messageOf(error)}`);
  process.exitCode = 1;
});
