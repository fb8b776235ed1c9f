import { realNow } from '../db/clock.ts';
import type { DeploymentSecrets } from '../db/secrets.ts';
import type { Connection } from '../db/servers.ts';
import { keepSigningKeys } from '../db/signing-keys.ts';
import { type KeyRing, keyRing } from './key-ring.ts';
import type { Logger } from './server.ts';

/** Opens the ring of token-signing keys, which reloads every minute. */
export async function openKeyRing(options: {
  connection: Connection;
  secrets: Pick<DeploymentSecrets, 'sealing'>;
  logger: Logger;
}): Promise<KeyRing> {
  const { connection, logger, secrets } = options;
  const load = () => keepSigningKeys(connection, secrets.sealing);
  return keyRing({
    keys: await load(),
    load,
    now: realNow,
    onError: (error) => logger.warn({ err: error }, 'the signing keys could not be reloaded'),
  });
}
