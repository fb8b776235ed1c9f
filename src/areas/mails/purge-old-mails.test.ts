import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { purgeOldMails } from './purge-old-mails.ts';

const service = useService();
const dropped: string[] = [];

/** The states of mails that are left, when all were made so long ago. */
async function purge(age: { days: number; seconds: number }): Promise<string[]> {
  const org = await asSandbox(service, async (tx, found) => {
    await sql`update mails
      set created_at = now() - make_interval(days => ${age.days}, secs => ${age.seconds})`.execute(tx);
    return found;
  });
  const { deployment, database } = service.app;
  const mailer = {
    ...deployment.mailer,
    dropCaptured: async (before: Temporal.PlainDate) => void dropped.push(before.toString()),
  };
  await purgeOldMails(database, org, { ...deployment, mailer });
  return asSandbox(service, async (tx) => {
    const { rows } = await sql<{ status: string }>`select status from mails order by 1`.execute(tx);
    return rows.map(({ status }) => status);
  });
}

it('keeps mails for 400 days, longer what is still to be sent; captured files for 30', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const reader = await openReader(sandbox);
  const states = ['FAILED', 'PENDING', 'RETRYING', 'SENT'];
  for (const _ of states) await issueManual(sandbox, reader);
  await asSandbox(service, (tx) =>
    sql`update mails set status = (${states}::text[])[numbers.number],
        next_attempt_at = case when numbers.number in (2, 3) then now() end
      from (select id, row_number() over (order by id) as number from mails) as numbers
      where mails.id = numbers.id`.execute(tx),
  );
  expect(await purge({ days: 400, seconds: -60 })).toEqual(states);
  expect(await purge({ days: 400, seconds: 60 })).toEqual(['PENDING', 'RETRYING']);
  const thirtyDaysAgo = Temporal.Now.plainDateISO('UTC').subtract({ days: 30 });
  expect(new Set(dropped)).toEqual(new Set([thirtyDaysAgo.toString()]));
});

it('deletes documents that were stored for a mail alone, with that mail', async () => {
  const { sandbox } = service;
  const id = await openReader(sandbox);
  await issueManual(sandbox, id);
  const body = { debtorType: 'ACCOUNT', debtorId: id, currency: 'USD' };
  for (const _ of [1, 2]) await sandbox.must.post('/ext/v1/statement/send', body);
  await asSandbox(service, (tx) =>
    sql`update mails set status = 'SENT', next_attempt_at = null where file_id in (
      select min(id) from files where kind = 'STATEMENT')`.execute(tx),
  );
  const documents = () =>
    asSandbox(service, async (tx, org) => {
      const { rows } = await sql<{ storageKey: string }>`
        select storage_key from files where org_id = ${org.orgId} and kind = 'STATEMENT' order by id`.execute(
        tx,
      );
      return rows.map(({ storageKey }) => storageKey);
    });
  const [first = '', second = ''] = await documents();
  await purge({ days: 400, seconds: 60 });
  expect(await documents()).toEqual([second]);
  const { files } = service.app.deployment;
  const [gone, kept] = [await files.open(first), await files.open(second)];
  kept?.stream.destroy();
  expect([gone, kept === null]).toEqual([null, false]);
});
