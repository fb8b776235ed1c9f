// The keys that sign tokens:  npm run signing-keys -- list | rotate
import { readConfig } from '#config';
import { withClient } from '#platform/db/client.ts';
import { loadSecrets } from '#platform/db/secrets.ts';
import { keepSigningKeys, rotateSigningKeys } from '#platform/db/signing-keys.ts';
import { messageOf, withCommandConnection } from './command-database.ts';

const USAGE = 'npm run signing-keys -- list | rotate';

async function run([verb]: readonly string[]): Promise<void> {
  if (verb !== 'list' && verb !== 'rotate') throw new Error(USAGE);
  await withCommandConnection(async (connection) => {
    const { masterKeys } = readConfig();
    const { sealing } = await withClient(connection, (client) => loadSecrets(client, masterKeys));
    if (verb === 'rotate') {
      const rotated = await rotateSigningKeys(connection, sealing);
      if ('readyAt' in rotated)
        throw new Error(`The next key is too new to sign before ${rotated.readyAt}. Try again then.`);
      console.log(
        `${rotated.kid} signs from now on. Tokens signed with the previous key remain valid until ` +
          'they expire.',
      );
    }
    for (const { jwk, signsFrom } of await keepSigningKeys(connection, sealing))
      console.log(`${jwk.kid} signs from ${signsFrom}`);
  });
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
