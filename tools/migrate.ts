// Applies the migrations of this release without serving, as a start would:  npm run migrate
import { readConfig } from '#config';
import { migrate } from '#platform/db/migrate.ts';
import { rejectWrongMasterKey } from '#platform/db/secrets.ts';
import type { Connection } from '#platform/db/servers.ts';
import { MIGRATIONS, messageOf, withAnySchema } from './command-database.ts';

async function run(connection: Connection): Promise<void> {
  await rejectWrongMasterKey(connection, readConfig().masterKeys);
  const { applied, current } = await migrate(connection, MIGRATIONS);
  console.log(
    applied.length === 0
      ? `Nothing to do: the database has all migrations of this release, up to ${current}.`
      : `Applied ${applied.length} migrations, from ${applied[0]} to ${current}.`,
  );
}

try {
  await withAnySchema(run);
} catch (error) {
  console.error(`The database could not be migrated: ${messageOf(error)}`);
  process.exitCode = 1;
}
