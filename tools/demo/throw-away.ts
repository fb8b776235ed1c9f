import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../spawn-tallymark.ts';

export interface ThrowAway {
  url: string;
  sandboxKey: string;
  stop(): Promise<void>;
}

/** Starts the service with its own database in a temporary folder; `stop` deletes both. */
export async function startThrowAway(organization: string): Promise<ThrowAway> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-demo-'));
  const service = await startService({
    DATA_DIR: folder,
    DATABASE_URL: null,
    BOOTSTRAP_API_KEY: null,
    BOOTSTRAP_SANDBOX_API_KEY: null,
    BOOTSTRAP_ORGANIZATION: organization,
    ROLES: null,
    WIRE_PREFIX: null,
  });
  const credentials = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  return {
    url: service.url,
    sandboxKey: credentials.sandboxApiKey,
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
