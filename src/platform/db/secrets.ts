import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Keys of the deployment, the same for every process that shares the database. */
export interface DeploymentSecrets {
  pageTokens: string;
  signedLinks: string;
  /** 32 bytes in base64 that seal what is stored and has to be read again. */
  sealing: string;
}

/** Reads the keys, making those that do not exist yet; of several processes that start together one wins. */
export async function loadSecrets(client: pg.ClientBase): Promise<DeploymentSecrets> {
  const known = await readSecrets(client);
  const isComplete = known.has('sealing');
  if (!isComplete) {
    const fresh = [
      ['page_tokens', randomBytes(32).toString('base64')],
      ['signed_links', randomBytes(32).toString('base64')],
      ['sealing', randomBytes(32).toString('base64')],
    ];
    await client.query(
      `insert into deployment_secrets (name, value)
       select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
      [fresh.map(([name]) => name), fresh.map(([, value]) => value)],
    );
  }
  const secrets = isComplete ? known : await readSecrets(client);
  const read = (name: string) => {
    const value = secrets.get(name);
    if (value === undefined) throw new Error(`deployment secret ${name} is missing`);
    return value;
  };
  return {
    pageTokens: read('page_tokens'),
    signedLinks: read('signed_links'),
    sealing: read('sealing'),
  };
}

async function readSecrets(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, value from deployment_secrets',
  );
  return new Map(rows.map((row) => [row.name, row.value]));
}
