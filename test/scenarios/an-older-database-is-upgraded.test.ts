import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLogOf, findBreaks, seal } from '#test/audit-log.ts';
import { listInvoices, openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/correction-scenario.ts';
import { creditsOf } from '#test/feature-scenario.ts';
import { ride, statusesOf, statusOf } from '#test/metering-scenario.ts';
import {
  answerAgain,
  comparable,
  type OlderDatabase,
  openOlderDatabase,
  readRecorded,
  startOn,
  upgrade,
} from '#test/older-database.ts';
import type { Client, Service } from '#test/running-app.ts';

const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
const NO_METERS = 'INGESTION_COMPLETED_NO_MATCHING_METERS';
const DUPLICATE = 'INGESTION_FAILED_DUPLICATE_EVENT';
const NOT_FOUND = 'INGESTION_FAILED_ACCOUNT_NOT_FOUND';
const DONE = 'REVERTED: the effects of the event were reversed';

/*
 * The database of `test/fixtures/before-metering`: migrations up to 0021, and what the version before 0022
 * stored and answered. It is 20 February 2030; the cycles of February are open.
 */
describe.each([
  ['by a superuser', null],
  ['by a login that is itself subject to the walls', `older_owner_${process.pid}`],
])('upgraded %s', (_, login) => {
  const stops: (() => Promise<unknown>)[] = [];
  let database: OlderDatabase;
  let service: Service;
  let sandbox: Client;

  beforeAll(async () => {
    database = await openOlderDatabase(stops, login);
    // What waits for a schema is processed a page at a time, and the second page is about to be.
    await database.run(`insert into due_work (org_id, kind, key, due_at, rank, payload)
      select o.org_id, 'usage.reprocess_schema', 'unknown after ' || e.reference_id, o.clock_at, 50,
        jsonb_build_object('schemaName', 'unknown', 'after', e.reference_id)
      from events e join organizations o using (org_id)
      where e.status = 'INGESTION_FAILED_SCHEMA_NOT_DEFINED' order by e.reference_id limit 1`);
    const { applicationRole } = await upgrade(database);
    expect(applicationRole === null).toBe(login !== null);
    service = await startOn(stops, database, applicationRole);
    sandbox = service.sandbox;
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const send = (...events: object[]) => sandbox.must.post('/ingestBatch', { events });
  test('it answers as before', async () => {
    const recorded = await readRecorded();
    expect(comparable(await answerAgain(service, recorded))).toEqual(comparable(recorded));
  });

  test('changes are logged and sealed from now on, whoever owns the tables', async () => {
    await sandbox.must.post('/addons', { name: 'After the upgrade', type: 'FIXED_FEE' });
    const [entry] = await auditLogOf(sandbox, 'entity_type=ADD_ON&operation_id=createAddOn');
    expect(entry).toMatchObject({ actor: { type: 'API_KEY' }, after: { name: 'After the upgrade' } });
    expect(await seal(service)).toBeGreaterThan(0);
    expect(await findBreaks(service)).toEqual([]);
  });

  test('the audits find nothing', async () => {
    expect(await findMismatches(service, 'sandbox')).toEqual([]);
    expect(await findMismatches(service, 'production')).toEqual([]);
  });

  test('ids that were taken are duplicates, those of 45 days ago are not', async () => {
    const february = { timestamp: '2030-02-10T01:00:00Z' };
    const at = '2030-02-19T10:00:00Z';
    await send(
      ride('february', { ...february, distance: '20' }),
      ride('february', { ...february, distance: '22' }),
      ride('taken again', { timestamp: at, distance: '5' }),
      ride('of nobody', { timestamp: '2030-02-10T04:00:00Z', distance: '8', accountId: ' New-Ö ' }),
      amount('h4', { schema: 'hold', account: 'a2', at: '00', value: '11', user: 'u1' }),
      ride('purged', { timestamp: at, distance: '100' }),
      ride('oslo', { timestamp: at, distance: '200' }),
    );
    const occurrences = async (id: string) =>
      (await sandbox.must.get(`/events/${id}`)).events.map(
        ({ ingestionStatus: { status, statusDescription = '' } }: Occurrence) =>
          status === DUPLICATE ? statusDescription.replace(/.*before/, 'duplicate') : status,
      );
    const differs = 'duplicate; payload differs';
    // The newest two were sent now.
    expect(await occurrences('february')).toEqual([differs, 'duplicate', 'duplicate', differs, METERED]);
    expect(await occurrences('taken%20again')).toEqual(['duplicate', METERED, METERED]);
    expect(await occurrences('of%20nobody')).toEqual(['duplicate', NOT_FOUND]);
    expect(await occurrences('h4')).toEqual(['duplicate', METERED]);
    expect(await statusesOf(sandbox, 'purged')).toEqual([METERED, METERED]);
    expect(await statusesOf(sandbox, 'oslo')).toEqual([METERED, METERED]);
  });

  test('events that wait are processed when what they wait for comes', async () => {
    await sandbox.must.post('/accounts/a1/add_aliases', { accountAliases: [{ value: 'new-ö' }] });
    await openAccount(sandbox, 'never');
    await sandbox.must.patch('/accounts/sketch', { status: 'ACTIVE' });
    const unknown = { name: 'unknown', attributes: [{ name: 'amount' }], dimensions: [] };
    await sandbox.must.post('/event_schema', unknown);
    await sandbox.must.post('/event_schema/unknown/activate');
    await sandbox.settle();
    for (const id of ['of nobody', 'of nobody either', 'of a draft'])
      expect(`${id} ${(await statusesOf(sandbox, id)).at(-1)}`).toBe(`${id} ${METERED}`);
    expect(await statusOf(sandbox, 'no schema')).toBe(NO_METERS);
    expect(await statusOf(sandbox, 'no schema, no account')).toBe(NOT_FOUND);
    expect(await statusOf(sandbox, 'of an archived')).toBe(NOT_FOUND);
    expect(
      await database.run('select key, last_error from scheduled_work where last_error is not null'),
    ).toEqual([]);
  });

  test('events are added to what was counted before', async () => {
    await send(
      ride('more', { timestamp: '2030-02-20T00:00:00Z', distance: '10' }),
      amount('h7', { schema: 'hold', account: 'a2', at: '03', value: '5', user: 'u1' }),
      amount('r6', { schema: 'sale', account: 'rev', at: '02', value: '3' }),
    );
    const { events } = await sandbox.must.get('/events/r6');
    // 2.00 for each of 3.
    expect(events[0].eventPipelineInfo.revenueDetails[0].revenueInvoiceCurrency).toBe(6);
  });

  test('events are corrected', async () => {
    expect(await undo('a1', 'to be undone')).toBe(DONE);
    const redone = ride('to be redone', { timestamp: '2030-02-10T03:00:00Z', distance: '4' });
    const { data: replaced } = await sandbox.must.post('/events/correction?action=REDO_EVENT', {
      event: redone,
    });
    expect(replaced[0].status).toBe('REVERTED_AND_REINGESTED');
    // As it was sent, with attributes and dimensions that nobody asked for.
    const [sent] = (await sandbox.must.get('/events/more than asked')).events;
    await sandbox.must.post('/events/correction?action=REDO', { event: sent.eventPayload });
    const [again, before] = (await sandbox.must.get('/events/more than asked')).events;
    expect(again).toEqual({
      ...sent,
      referenceId: again.referenceId,
      source: again.source,
      createdAt: again.createdAt,
    });
    expect([before.referenceId, before.ingestionStatus.status]).toEqual([sent.referenceId, 'REVERTED']);
    // The least and the last of its cycle, and one that was priced.
    expect(await undo('a2', 'h6')).toBe(DONE);
    expect(await undo('rev', 'r4')).toBe(DONE);
    expect(await undo('office', 'n4')).toBe(DONE);
    const { data } = await sandbox.must.get('/features');
    expect(await creditsOf(sandbox, data[0].id, 'caller')).toBe('40 0 5 4.5');
    // Goes back to where it came from, and what was taken after it stays overage.
    expect(await undo('caller', 'e3')).toBe(DONE);
    expect(await creditsOf(sandbox, data[0].id, 'caller')).toBe('40 0.5 5 4.5');
    expect(await undo('a1', 's1')).toMatch(/^FAILED: the cycle from 2030-01-01 is closed/);
  });

  async function undo(account: string, id: string): Promise<string> {
    const query = `action=UNDO&account_id=${account}&event_id=${id}`;
    const { data } = await sandbox.must.post(`/events/correction?${query}`, {});
    return data.map(({ status, reason }: Record<string, string>) => `${status}: ${reason}`).join();
  }

  test('the running cycles close with what was used before and after', async () => {
    await sandbox.setClock('2030-03-01T00:00:00Z');
    const bills = ['a1', 'a2', 'rev', 'caller', 'office'].map(async (account) => {
      const found = (await listInvoices(sandbox, account)).filter(
        ({ startDate, invoiceType }) =>
          startDate.startsWith('2030-02-01') && invoiceType !== 'STANDARD_ADVANCED',
      );
      return found.map((each) => `${account} ${each.status} ${each.totalAmount}`).join();
    });
    expect(await Promise.all(bills)).toEqual([
      // 3 × (20 + 30 + 4 + 1 + 5 + 100 + 200 + 8 + 10) of distance, 3 × 8 to Oslo, 3 × 1/3, 3 × 2.5 × 6
      'a1 DUE 1204',
      // Of 11, 3 and 5 in the first four hours of the 10th: 3 + 19 + 11 + 3 + 6.33 + 2 + 5, and of the 672
      // hours of the month (11 × 456 + 3 × 455 + 5 × 453) / 672 = 12.87
      'a2 DUE 62.2',
      'rev DUE 26', // 2 × (10 + 3)
      'caller DUE 33.25', // 12 + 9 + 2 + 8 minutes, and 0.5 × 4.5 of overage
      'office DUE 155', // 31 × 3 and 62
    ]);
  });

  test('and the audits still find nothing', async () => {
    expect(await findMismatches(service, 'sandbox')).toEqual([]);
  });
});

interface Sent {
  schema: string;
  account: string;
  at: string;
  value: string;
  user?: string;
}

/** An event of the tenth of February, with a unit when it is held by a user. */
function amount(id: string, { schema, account, at, value, user }: Sent): object {
  return {
    ...{ id, schemaName: schema, accountId: account, timestamp: `2030-02-10T${at}:00:00Z` },
    attributes: [{ name: 'amount', value, ...(user && { unit: 'GB' }) }],
    dimensions: { ...(user && { user }) },
  };
}

interface Occurrence {
  ingestionStatus: { status: string; statusDescription?: string };
}
