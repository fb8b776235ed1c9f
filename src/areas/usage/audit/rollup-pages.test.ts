import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openAccount, sellUsage, use } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { findRollupPage } from './rollup-pages.ts';

const service = useService();

/** By March 2030: `a1` has 1, 2, 1, 1, 3 and 1 events in six hours of three days; `a2` has one. */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-03-01T00:00:00Z');
  await sellUsage(sandbox, 'calls');
  for (const account of ['a1', 'a2', 'a3']) await openAccount(sandbox, account);
  const hours = { '01-03T10': 1, '01-03T12': 2, '01-03T13': 1, '01-06T01': 1, '01-06T02': 3, '02-20T05': 1 };
  for (const [hour, events] of Object.entries(hours))
    for (let minute = 1; minute <= events; minute++)
      await use(sandbox, {
        meter: 'calls',
        account: 'a1',
        at: `2030-${hour}:0${minute}:00Z`,
        amount: '1',
      });
  await use(sandbox, { meter: 'calls', account: 'a2', at: '2030-01-03T10:00:00Z', amount: '1' });
});

/** A line for each page: its accounts, and from where until where. */
async function walk(from: string | null, only?: string): Promise<string[]> {
  const limits = { accounts: 50, events: 3 };
  const pages: string[] = [];
  let after = from;
  do {
    const requested = { after, limits, ...(only !== undefined && { only }) };
    const page = await asSandbox(service, (tx, org) => findRollupPage(tx, org, requested));
    const { part } = page;
    const ends = part.kind === 'HOURS' ? ` ${part.from ?? 'the first'} to ${part.until ?? 'the last'}` : '';
    pages.push(`${page.accountIds.join(', ')}: ${part.kind}${ends}`);
    after = page.next;
  } while (after !== null && pages.length < 20);
  return pages;
}

const OTHERS = 'a2, a3, customer-a1, customer-a2, customer-a3: WHOLE';
const OF_A1 = [
  'a1: HOURS the first to 2030-01-03T13:00:00Z', // 1 and 2 events
  'a1: HOURS 2030-01-03T13:00:00Z to 2030-01-06T02:00:00Z', // 1 and 1, and with the next hour 5
  'a1: HOURS 2030-01-06T02:00:00Z to 2030-02-06T02:00:00Z', // 31 days at most
  'a1: HOURS 2030-02-06T02:00:00Z to the last',
  'a1: CYCLES',
];

it('an account with too many events is looked at in stretches of hours, the others together', async () => {
  expect(await walk(null)).toEqual([...OF_A1, OTHERS]);
  expect(await walk(null, 'a1')).toEqual(OF_A1);
  expect(await walk(null, 'a2')).toEqual(['a2: WHOLE']);
  expect(await walk('a1 2030-01-06T02:00:00Z')).toEqual([...OF_A1.slice(2), OTHERS]);
});

it('begins anew where no hour begins any more, and takes all that lies across hours at once', async () => {
  const setZone = (zone: string) =>
    asSandbox(service, (tx, org) =>
      sql`update organizations set timezone = ${zone} where org_id = ${org.orgId}`.execute(tx),
    );
  expect(await walk('a1 2030-01-05T13:30:00Z', 'a1')).toEqual(OF_A1);
  await setZone('Asia/Kolkata'); // +05:30
  expect(await walk('a1 2030-01-05T13:00:00Z')).toEqual(['a1: WHOLE', OTHERS]);
  expect(await walk('a1 2030-01-05T13:00:00Z', 'a1')).toEqual(['a1: WHOLE']);
  expect(await walk(null)).toEqual(['a1: WHOLE', OTHERS]);
  await setZone('UTC');
});
