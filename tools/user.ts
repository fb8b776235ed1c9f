// Ways in for people, made by the operator:  npm run user -- setup ORGANIZATION | reset EMAIL | …
import { createResetToken, createSetupToken, removeSecondFactor } from '#areas/users/index.ts';
import { readConfig } from '#config';
import type { Database } from '#platform/db/database.ts';
import { homeUrlOf } from '#platform/http/addressing.ts';
import { messageOf, withCommandDatabase } from './command-database.ts';

const USAGE = 'npm run user -- setup ORGANIZATION | reset EMAIL | remove-second-factor EMAIL';

async function run(database: Database, [verb, name]: readonly string[]): Promise<void> {
  if (!name) throw new Error(USAGE);
  if (verb === 'remove-second-factor') return removeFactor(database, name);
  if (verb !== 'setup' && verb !== 'reset') throw new Error(USAGE);
  const link = verb === 'setup' ? await setUp(database, name) : await reset(database, name);
  console.log(`${homeUrlOf(readConfig())}/console/${link}`);
}

/** Prints a link that creates an administrator, also where there are some already. */
async function setUp(database: Database, id: string): Promise<string> {
  const token = await createSetupToken(database, { id, environment: 'production' });
  if (token === null) throw new Error(`there is no active organization ${id}`);
  console.log('Good once, for 30 minutes:');
  return `setup#token=${token}`;
}

async function reset(database: Database, email: string): Promise<string> {
  const token = await createResetToken(database, email);
  if (token === null) throw new Error(`there is no user ${email}`);
  console.log('Good once, for an hour:');
  return `reset#token=${token}`;
}

/** For somebody who has lost the app and the recovery codes. */
async function removeFactor(database: Database, email: string): Promise<void> {
  if (!(await removeSecondFactor(database, email))) throw new Error(`there is no user ${email}`);
  console.log(`${email} has no second factor any more.`);
}

try {
  await withCommandDatabase((database) => run(database, process.argv.slice(2)));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
