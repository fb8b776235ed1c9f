// What waits to leave after a restore:  npm run outgoing -- status | release KIND… | discard KIND…
import { userInfo } from 'node:os';
import { describeOutgoing, discardKinds, releaseKinds } from '#areas/system/index.ts';
import type { Database } from '#platform/db/database.ts';
import { listAllOrgs } from '#platform/db/orgs.ts';
import { OUTGOING_KINDS, type OutgoingKind } from '#platform/db/outgoing-hold.ts';
import { messageOf, withCommandDatabase } from './command-database.ts';

const KINDS = OUTGOING_KINDS.join(', ');
const USAGE = `npm run outgoing -- status | release KIND… | discard KIND…; KIND is one of ${KINDS}`;

async function run(database: Database, [verb, ...names]: readonly string[]): Promise<void> {
  if (verb === 'release' || verb === 'discard') await decide(database, verb, readKinds(names));
  else if (verb !== 'status' || names.length > 0) throw new Error(USAGE);
  await show(database);
}

function readKinds(names: readonly string[]): OutgoingKind[] {
  const kinds = OUTGOING_KINDS.filter((kind) => names.includes(kind));
  if (kinds.length === 0 || kinds.length < new Set(names).size) throw new Error(USAGE);
  return kinds;
}

/** The entry of the audit log is in the first organization, whose administrators are operators. */
async function decide(
  database: Database,
  verb: 'release' | 'discard',
  kinds: readonly OutgoingKind[],
): Promise<void> {
  const [first] = await listAllOrgs(database);
  if (!first) throw new Error('The database has no organization, so nothing waits.');
  const by = `${userInfo().username} (command)`;
  const actor = { type: 'SYSTEM', id: 'command outgoing', name: by } as const;
  const deciding = { database, orgId: first.orgId, actor, by };
  if (verb === 'release') return releaseKinds(deciding, kinds);
  if (kinds.includes('CHARGES')) throw new Error('Charges cannot be discarded: payments wait for them.');
  console.log(`Discarded: ${await discardKinds(deciding, kinds)}`);
}

async function show(database: Database): Promise<void> {
  const { isHeld, kinds, pending, charges } = await describeOutgoing(database);
  if (!isHeld) console.log('Nothing is held.');
  for (const { kind, isHeld: isKindHeld, reason, heldAt, waiting, waitingSinceBefore, releasedBy } of kinds) {
    const state = isKindHeld ? `held since ${heldAt} (${reason})` : 'not held';
    const released = releasedBy ? `, released by ${releasedBy}` : '';
    const counts = isKindHeld ? `; waiting: ${waiting}, ${waitingSinceBefore} of them from before` : '';
    console.log(`${kind.padEnd(8)} ${state}${released}${counts}`);
  }
  for (const { organizationId, environment, queue, pieces } of pending)
    console.log(`  ${organizationId} ${environment}: ${pieces} ${queue.toLowerCase()}`);
  for (const each of charges) {
    const note = each.isSinceBefore ? 'from before' : 'made since';
    const { organizationId, environment, call, id, invoiceId, amount, currency } = each;
    console.log(
      `  ${organizationId} ${environment}: ${call} ${id} of ${invoiceId}, ${amount} ${currency}, ${note}`,
    );
  }
}

try {
  await withCommandDatabase((database) => run(database, process.argv.slice(2)));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
