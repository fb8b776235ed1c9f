// A service that is nothing but its database, for tests that kill services:
//   node hold-database.ts <data directory>
// Prints one line of JSON when the database is ready, or the error and status 1.
import { startEmbeddedPostgres } from '#platform/db/embedded.ts';

const dataDir = process.argv[2];
if (!dataDir) throw new Error('The data directory is missing.');
try {
  const server = await startEmbeddedPostgres({ dataDir, log: console.error });
  server.onExit((reason) => {
    console.error(reason);
    process.exit(2);
  });
  process.on('SIGTERM', async () => {
    await server.stop();
    process.exit(0);
  });
  console.log(JSON.stringify({ pid: process.pid, connection: server.connection }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
