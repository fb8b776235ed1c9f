import { beforeAll, describe, expect, it, test } from 'vitest';
import { editTimeline, grossOf, listInvoices, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * Each account has two seats at 30.00 for a cycle of 30 days, in advance: 60.00. A third one joins on the
 * 21st day, for 10 days: 10.00, a line of the next invoice in advance, beside three seats of the next cycle:
 * 90.00. Whatever is made void and again in between, three cycles cost 70.00 + 90.00 + 90.00.
 */
const service = useService();

/** FIRST is the bill of the first cycle, NEXT the one with the line that joined. */
type Method =
  | 'GROW'
  | 'EARLY'
  | 'CUT'
  | 'REPLACE'
  | 'VOID FIRST'
  | 'VOID NEXT'
  | 'AGAIN FIRST'
  | 'AGAIN NEXT'
  | 'HELD FIRST'
  | 'HELD NEXT'
  | 'ISSUE FIRST'
  | 'ISSUE NEXT'
  | 'NOTE FIRST'
  | 'NOTE NEXT';
/** What is done on the 2nd, 21st and 22nd day, and on the 2nd day of the next cycle. */
type Days = [second: Method[], grown: Method[], after: Method[], next: Method[]];

const ADDED_TO = 'INVOICE_CHARGE_ADDED_TO';

interface World {
  client: Client;
  seats: string;
  plan: string;
  dear: string;
  /** The first day. */
  start: Temporal.PlainDate;
}

async function openWorld(client: Client, start: Temporal.PlainDate): Promise<World> {
  const seats = await sellSeats(client, 'Seats');
  const publish = (name: string, rate: number) =>
    publishPlan(client, {
      ...{ name, isOngoing: true, isAnniversary: true },
      cards: [licenseCard(seats, { slabs: [{ rate }], timing: 'IN_ADVANCE', refundMode: 'CREDITS' })],
    });
  return { client, seats, plan: await publish('plan', 30), dear: await publish('dear', 60), start };
}

const dayOf = ({ start }: World, day: number) => `${start.add({ days: day - 1 })}`;
const inAdvance = async ({ client }: World, account: string): Promise<Reply['body'][]> =>
  (await listInvoices(client, account)).filter(({ invoiceType }) => invoiceType !== 'STANDARD');

async function find(world: World, account: string, which: string): Promise<Reply['body']> {
  const all = await inAdvance(world, account);
  const isFirst = ({ invoiceType, startDate }: Reply['body']) =>
    invoiceType === 'STANDARD_ADVANCED' && startDate.startsWith(`${world.start}`);
  const wanted = all.filter((each) => {
    return each.invoiceType !== 'CUSTOM' && isFirst(each) === (which === 'FIRST');
  });
  return wanted.find(({ metadata }) => !('replacedBy' in metadata));
}

/** Does it, and says whether it was done: `''`, or the code that refuses it. */
async function go(world: World, account: string, way: Method): Promise<string> {
  const { client, seats } = world;
  const codeOf = (reply: Reply) => (reply.status < 300 ? '' : String(reply.headers['error-code']));
  if (way === 'GROW' || way === 'EARLY') {
    const from = `${dayOf(world, way === 'GROW' ? 21 : 1)}T00:00:00Z`;
    await setSeats(client, seats, { account, quantity: '+1', from });
    return '';
  }
  if (way === 'CUT' || way === 'REPLACE') {
    const edit = way === 'CUT' ? { from: dayOf(world, 26) } : { planId: world.dear, from: dayOf(world, 1) };
    await editTimeline(client, account, [edit]);
    return '';
  }
  const [verb = '', which = ''] = way.split(' ');
  const { id } = await find(world, account, which);
  switch (verb) {
    case 'VOID':
      return codeOf(await client.patch(`/invoices/${id}`, { status: 'VOID' }));
    case 'NOTE':
      return codeOf(await client.post(`/ext/v1/invoices/${id}/credit_notes`, { reason: 'Goodwill' }));
    case 'ISSUE':
      return codeOf(await client.patch(`/invoices/${id}`, { status: 'DUE' }));
    default: {
      const made = await client.post(`/ext/v1/invoices/${id}/reissue`, {});
      if (verb === 'HELD' || made.status !== 201) return codeOf(made);
      return codeOf(await client.patch(`/invoices/${made.body.id}`, { status: 'DUE' }));
    }
  }
}

type Row = [name: string, days: Days, charged: string[], rejected?: string];

/** What is charged at last for three cycles, the third of which costs 90.00. */
const ROWS: Row[] = [
  ['only grown', [[], ['GROW'], [], []], ['DUE 60', 'DUE 100', 'DUE 90']],
  // The bill that is made again charges the seats of its first day, and the next one has what joined.
  ['grown, void, again', [[], ['GROW'], ['VOID FIRST', 'AGAIN FIRST'], []], ['DUE 60', 'DUE 100', 'DUE 90']],
  ['void, grown, again', [['VOID FIRST'], ['GROW'], ['AGAIN FIRST'], []], ['DUE 60', 'DUE 100', 'DUE 90']],
  ['void, again, grown', [['VOID FIRST', 'AGAIN FIRST'], ['GROW'], [], []], ['DUE 60', 'DUE 100', 'DUE 90']],
  [
    'twice again',
    [['VOID FIRST', 'AGAIN FIRST'], ['GROW'], ['VOID FIRST', 'AGAIN FIRST'], []],
    ['DUE 60', 'DUE 100', 'DUE 90'],
  ],
  // Made again or issued after the next one: what joined is on the one after that.
  ['void, billed, again', [[], ['GROW'], ['VOID FIRST'], ['AGAIN FIRST']], ['DUE 60', 'DUE 90', 'DUE 100']],
  [
    'void, held, billed, issued',
    [['VOID FIRST', 'HELD FIRST'], ['GROW'], [], ['ISSUE FIRST']],
    ['DUE 60', 'DUE 90', 'DUE 100'],
  ],
  ['grown, void', [[], ['GROW'], ['VOID FIRST'], []], ['DUE 90', 'DUE 90']],
  // What the line came on top of holds while the line does.
  ['billed, void', [[], ['GROW'], [], ['VOID FIRST']], ['DUE 60', 'DUE 100', 'DUE 90'], ADDED_TO],
  ['next again', [[], ['GROW'], [], ['VOID NEXT', 'AGAIN NEXT']], ['DUE 60', 'DUE 100', 'DUE 90']],
  [
    'next again, first void',
    [[], ['GROW'], [], ['VOID NEXT', 'AGAIN NEXT', 'VOID FIRST']],
    ['DUE 60', 'DUE 100', 'DUE 90'],
    ADDED_TO,
  ],
  ['both void', [[], ['GROW'], [], ['VOID NEXT', 'VOID FIRST', 'AGAIN NEXT']], ['DUE 90', 'DUE 90']],
  [
    'next held, first void',
    [[], ['GROW'], [], ['VOID NEXT', 'HELD NEXT', 'VOID FIRST', 'ISSUE NEXT']],
    ['DUE 90', 'DUE 90'],
  ],
  ...bothAgain('GROW', ['DUE 60', 'DUE 90', 'DUE 100']),
  // Nothing is left of the line that joined: what is made again has it anew.
  [
    'next given back, first again',
    [[], ['GROW'], [], ['NOTE NEXT', 'VOID FIRST', 'AGAIN FIRST']],
    ['DUE 60', 'PAID 100', 'DUE 100', 'REFUND_COMPLETED -100'],
  ],
  // Who was given something back by a note has no bill to be void.
  [
    'noted, void',
    [['NOTE FIRST'], ['GROW'], ['VOID FIRST'], []],
    ['DUE 100', 'DUE 90', 'PAID 60', 'REFUND_COMPLETED -60'],
    'INVOICE_STATUS_REFUSED',
  ],
  // The plan ends after 25 days: 10 came on top, and of three seats 5 days are a credit, which pays that.
  ['cut, void', [[], ['GROW'], ['CUT'], ['VOID FIRST']], ['DUE 60', 'PAID 10'], ADDED_TO],
  // A plan at 60.00 replaces it from its first day: 120 and 20 are due, less the 60 charged; then 180.
  ['replaced', [[], ['GROW'], ['REPLACE'], []], ['DUE 60', 'DUE 260', 'DUE 180']],
  [
    'replaced, void',
    [[], ['GROW'], ['REPLACE', 'VOID FIRST'], []],
    ['DUE 60', 'DUE 260', 'DUE 180'],
    'INVOICE_CHARGE_TAKEN_OVER',
  ],
  [
    'again, replaced',
    [[], ['GROW'], ['VOID FIRST', 'AGAIN FIRST', 'REPLACE'], []],
    ['DUE 60', 'DUE 260', 'DUE 180'],
  ],
  // Told on the 21st that the third one was there from the first day on: 90.00 for the cycle, 30 on top.
  ['early', [[], ['EARLY'], [], []], ['DUE 60', 'DUE 120', 'DUE 90']],
  ['early, again', [[], ['EARLY'], ['VOID FIRST', 'AGAIN FIRST'], []], ['DUE 90', 'DUE 90', 'DUE 90']],
  ['again, early', [['VOID FIRST', 'AGAIN FIRST'], ['EARLY'], [], []], ['DUE 60', 'DUE 120', 'DUE 90']],
  ['early, billed, again', [[], ['EARLY'], ['VOID FIRST'], ['AGAIN FIRST']], ['DUE 90', 'DUE 90', 'DUE 90']],
  ['early, billed, void', [[], ['EARLY'], [], ['VOID FIRST']], ['DUE 60', 'DUE 120', 'DUE 90'], ADDED_TO],
  ...bothAgain('EARLY', ['DUE 90', 'DUE 90', 'DUE 90']),
];

/** Both are void after the next one was billed, and made again in each order. */
function bothAgain(grown: 'GROW' | 'EARLY', charged: string[]): Row[] {
  const orders: Method[][] = [
    ['AGAIN FIRST', 'AGAIN NEXT'],
    ['AGAIN NEXT', 'AGAIN FIRST'],
    ['HELD NEXT', 'HELD FIRST', 'ISSUE FIRST', 'ISSUE NEXT'],
  ];
  return orders.map((ways) => [
    `${grown}, both void, ${ways.join(', ')}`,
    [[], [grown], [], ['VOID NEXT', 'VOID FIRST', ...ways]],
    charged,
  ]);
}

const chargedOf = async (world: World, account: string): Promise<string[]> =>
  (await inAdvance(world, account))
    .filter(({ status }) => status !== 'VOID')
    .map((invoice) => `${invoice.status} ${grossOf(invoice) || invoice.totalAmount}`)
    .sort();

const accountOf = (name: string) => name.replaceAll(/\W+/g, '-').slice(0, 50);

/** Without waiting for what is due, as the clock may follow real time. */
async function begin({ client, seats: licenseId, plan, start }: World, accountId: string): Promise<void> {
  await openAccount(client, accountId);
  await client.must.post('/license_updates', {
    ...{ licenseId, accountId, effectiveFrom: `${start}T00:00:00Z`, quantity: 2, updateType: 'ABSOLUTE' },
  });
  const associationConfig = { pricePlanId: plan };
  await client.must.post(`/v2/accounts/${accountId}/edit_schedules`, {
    edits: [
      { mode: 'ASSOCIATE', effectiveFrom: `${start}`, effectiveUntil: '9999-01-01', associationConfig },
    ],
  });
  await client.must.post(`/v2/accounts/${accountId}/finalize_schedules`, {});
}

/** Plays rows from their first day on; returns what was refused last, by the name of the row. */
async function play(world: World, rows: readonly Row[]): Promise<Map<string, string>> {
  const { client } = world;
  const rejected = new Map<string, string>();
  for (const [name] of rows) {
    const account = accountOf(name);
    await begin(world, account);
  }
  const next = world.start.add({ months: 1, days: 1 });
  const dates = [...[2, 21, 22].map((day) => dayOf(world, day)), next];
  for (const [at, date] of dates.entries()) {
    await client.setClock(`${date}T12:00:00Z`);
    // After a refusal nothing else is done.
    for (const [name, days] of rows)
      for (const way of days[at] ?? [])
        if (!rejected.get(name)) rejected.set(name, await go(world, accountOf(name), way));
  }
  await client.setClock(`${world.start.add({ months: 2 })}T12:00:00Z`);
  return rejected;
}

function check(rows: readonly Row[], open: () => Promise<World>): void {
  let world: World;
  let rejected: Map<string, string>;

  beforeAll(async () => {
    world = await open();
    rejected = await play(world, rows);
  }, 240_000);

  test.each(rows)('%s', async (name, _days, charged, error = '') => {
    const found = [rejected.get(name) ?? '', await chargedOf(world, accountOf(name))];
    expect(found).toEqual([error, charged.toSorted()]);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
}

describe('in April, which has 30 days', () => {
  check(ROWS, async () => {
    await service.sandbox.setClock('2030-04-01T00:00:00Z');
    return openWorld(service.sandbox, Temporal.PlainDate.from('2030-04-01'));
  });
});

/** However long the month is that begins today: seats that are there from its first day on cost it whole. */
describe('from today on, while the clock follows real time', () => {
  check(
    ROWS.filter(([, days]) => days.flat().includes('EARLY')),
    async () => {
      const { sandbox } = await service.createOrganization('real');
      return openWorld(sandbox, Temporal.Now.plainDateISO('UTC'));
    },
  );
});
