// What an operator does to organizations:  npm run organization -- list | create ID | suspend ID | …
import { join } from 'node:path';
import { createOrganization } from '#areas/api-keys/index.ts';
import { listOrganizations, moveOrganization, type OrganizationMove } from '#areas/organizations/index.ts';
import { allowEmailDomain } from '#areas/users/index.ts';
import { ORGANIZATION_NAME, readConfig } from '#config';
import { type Database, violatedConstraint } from '#platform/db/database.ts';
import { announceKeys, keepKeys } from '#platform/first-keys.ts';
import { messageOf, withCommandDatabase } from './command-database.ts';

const USAGE =
  'npm run organization -- list | create ID | suspend ID | resume ID | close ID | ' +
  'allow-domain ID DOMAIN | forbid-domain ID DOMAIN';
const MOVES = new Set<string>(['suspend', 'resume', 'close'] satisfies OrganizationMove[]);

async function run(database: Database, [verb, id, domain]: readonly string[]): Promise<void> {
  if (verb === 'list') return list(database);
  if (!id) throw new Error(USAGE);
  if (verb === 'create') return create(database, id);
  if (verb === 'allow-domain' || verb === 'forbid-domain') {
    if (!domain) throw new Error(USAGE);
    const allowed = await allowEmailDomain(database, { id, domain, isAllowed: verb === 'allow-domain' });
    return console.log(`${id} may log in people of: ${allowed.join(', ') || 'no domain'}`);
  }
  if (!MOVES.has(verb ?? '')) throw new Error(USAGE);
  await moveOrganization(database, { id, move: verb as OrganizationMove });
  return list(database, id);
}

async function list(database: Database, only?: string): Promise<void> {
  const found = (await listOrganizations(database)).filter(({ id }) => only === undefined || id === only);
  for (const { id, environment, status } of found) console.log(`${id} ${environment} ${status}`);
}

/** Stores its keys in a file beside those of the first organization, and prints them once on a terminal. */
async function create(database: Database, id: string): Promise<void> {
  if (!ORGANIZATION_NAME.test(id))
    throw new Error(
      `${id}: an id must have 1 to 50 letters, digits, ".", "_" and "-", and begin with a letter or a digit`,
    );
  const wish = { organization: id, apiKey: null, sandboxApiKey: null };
  const path = join(readConfig().dataDir, `credentials-${id}.json`);
  const scope = { orgId: null, access: 'write', isDirectory: true } as const;
  const made = await database
    .transaction(scope, async (tx) => {
      const keys = await createOrganization(tx, wish);
      await keepKeys(path, keys);
      return keys;
    })
    .catch((error) => {
      throw violatedConstraint(error) ? new Error(`organization ${id} already exists`) : error;
    });
  const kept = { path, isGenerated: { apiKey: true, sandboxApiKey: true } };
  announceKeys(made, kept, { isTerminal: process.stdout.isTTY, print: console.log });
}

try {
  await withCommandDatabase((database) => run(database, process.argv.slice(2)));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
