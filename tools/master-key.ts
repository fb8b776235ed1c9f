// The key outside the database that wraps its keys:  npm run master-key -- status | adopt | rotate
import { readConfig } from '#config';
import type { Connection } from '#platform/db/servers.ts';
import { adoptMasterKey, readKeyState, rotateMasterKey, wipeLog } from '#platform/db/wrap-keys.ts';
import { messageOf, withCommandConnection } from './command-database.ts';

const USAGE = 'npm run master-key -- status | adopt | rotate';

async function run(connection: Connection, verb: 'status' | 'adopt' | 'rotate'): Promise<void> {
  const { masterKeys, databaseUrl } = readConfig();
  const { current } = masterKeys;
  if (verb !== 'status') {
    if (!current) throw new Error('Set MASTER_KEY or MASTER_KEY_FILE to the key.');
    if (verb === 'adopt') await adoptMasterKey(connection, current);
    else await rotateMasterKey(connection, masterKeys);
    if (databaseUrl === null) await wipeLog(connection);
  }
  const { keyId, plain } = await readKeyState(connection);
  console.log(
    keyId === null
      ? 'No master key wraps the keys of this database.'
      : `The master key ${keyId} wraps the keys of this database.`,
  );
  if (keyId !== null && plain > 0)
    console.log(`${plain} of them are not wrapped. Run: npm run master-key -- adopt`);
  for (const [name, key] of Object.entries({ MASTER_KEY: current, MASTER_KEY_NEXT: masterKeys.next }))
    if (key) console.log(`${name} is ${key.id === keyId ? 'that key' : `another key (${key.id})`}.`);
  if (verb === 'status') return;
  console.log(
    'Earlier backups and archives of the write-ahead log still contain the previous keys: remove them.',
  );
}

const [verb] = process.argv.slice(2);
try {
  if (verb !== 'status' && verb !== 'adopt' && verb !== 'rotate') throw new Error(USAGE);
  await withCommandConnection((connection) => run(connection, verb));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
