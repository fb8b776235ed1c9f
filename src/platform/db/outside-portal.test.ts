import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Tx } from './database.ts';
import { outsidePortal } from './outside-portal.ts';

const opened = useDatabase({ maxConnections: 2 });

async function isPortal(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isPortal: boolean }>`select is_portal() as is_portal`.execute(tx);
  return rows[0]?.isPortal ?? false;
}

it('the wall of a portal is down for the work alone', async () => {
  const { orgId } = await opened.org('acme');
  const portal = { customerId: 'acme', accountIds: new Set<string>() };
  const seen = await opened.database.transaction({ orgId, access: 'write', portal }, async (tx) => [
    await isPortal(tx),
    await outsidePortal(tx, () => isPortal(tx)),
    await isPortal(tx),
  ]);
  expect(seen).toEqual([true, false, true]);
});

it('without a portal there is none, before and after', async () => {
  const { orgId } = await opened.org('other');
  const seen = await opened.database.transaction({ orgId, access: 'write' }, async (tx) => [
    await outsidePortal(tx, () => isPortal(tx)),
    await isPortal(tx),
  ]);
  expect(seen).toEqual([false, false]);
});
