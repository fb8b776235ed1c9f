import { beforeAll, describe, expect, it, test } from 'vitest';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { AS_AGREED, callAllHooks, setHook, useScriptedHook } from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';

/*
 * Accounts pay 10 a month, and a hook adds 20 % of tax or refuses. INVOICE_AUTO_ADVANCE is false from
 * 10 January to the 25th. Cycles that are cut on the 8th are due before that, those cut on the 20th
 * meanwhile, and the others on 1 February.
 */
const service = useService(LOCAL_CONNECTOR);
const hook = useScriptedHook();
const ORGANIZATION = { entityType: 'ORGANIZATION', entityId: 'default' } as const;
const SETTING = 'PLATFORM.INVOICE_AUTO_ADVANCE';
let client: Client;

type Who = 'person' | 'person lets go' | 'bill run';
/** Whoever holds it besides the setting, by the day on which the cycle ends. */
const ROWS: [
  name: string,
  until: '01-08' | '01-20' | '02-01',
  acts: [day: string, who: Who][],
  left: string,
][] = [
  ['setting', '02-01', [], 'DUE 2030-02-01'],
  ['setting-past-its-deadline', '01-20', [], 'DUE 2030-01-25'],
  ['person-then-setting', '02-01', [['01-05', 'person']], 'waits'],
  ['setting-then-person', '02-01', [['01-12', 'person']], 'waits'],
  [
    'person-let-go-then-setting',
    '02-01',
    [
      ['01-05', 'person'],
      ['01-06', 'person lets go'],
    ],
    'DUE 2030-02-01',
  ],
  ['setting-then-let-go', '02-01', [['01-12', 'person lets go']], 'DUE 2030-02-01'],
  [
    'let-go-then-person',
    '02-01',
    [
      ['01-12', 'person lets go'],
      ['01-13', 'person'],
    ],
    'waits',
  ],
  ['hook-then-setting', '01-08', [], 'waits'],
  ['setting-then-hook', '01-20', [['01-21', 'bill run']], 'waits'],
  [
    'person-then-hook',
    '01-08',
    [
      ['01-05', 'person'],
      ['01-09', 'bill run'],
    ],
    'waits',
  ],
  [
    'person-setting-hook',
    '01-20',
    [
      ['01-05', 'person'],
      ['01-21', 'bill run'],
    ],
    'waits',
  ],
  [
    'setting-person-hook',
    '01-20',
    [
      ['01-12', 'person'],
      ['01-21', 'bill run'],
    ],
    'waits',
  ],
  // A bill run issues it while the hook has not answered yet; its answer goes on.
  ['setting-while-agreed', '01-20', [['01-24', 'bill run']], 'DUE 2030-01-25'],
  ['setting-while-hook', '01-20', [['01-24', 'bill run']], 'waits'],
];
function reject(accounts: RegExp): void {
  hook.decide = (content, type) =>
    accounts.test(content.payer.accountId) ? [422, { reason: 'unknown buyer' }] : AS_AGREED(content, type);
}

const first = async (account: string): Promise<Reply['body']> => (await listInvoices(client, account))[0];
const stateOf = ({ status, autoAdvance, invoiceDate }: Reply['body']) =>
  status === 'DRAFT' ? (autoAdvance ? 'advances' : 'waits') : `${status} ${invoiceDate.slice(0, 10)}`;

async function act(account: string, who: Who): Promise<void> {
  const { id } = await first(account);
  if (who === 'bill run') await client.must.post('/invoices/bill_runs', { filters: { ownerId: account } });
  else await client.must.patch(`/invoices/${id}`, { autoAdvance: who === 'person lets go' });
  await client.settle();
}

async function goTo(day: string): Promise<void> {
  await client.setClock(`2030-${day}T00:00:00Z`);
  await callAllHooks(service, hook);
}

beforeAll(async () => {
  client = service.sandbox;
  reject(/hook/);
  await client.setClock('2030-01-01T00:00:00Z');
  await setHook(client, hook, 'TAX');
  const fee = await sellFee(client, 'Fee');
  const planId = await publishPlan(client, {
    ...{ name: 'plan', cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } }] },
  });
  for (const [account, until] of ROWS) {
    await openAccount(client, account);
    await editTimeline(client, account, [{ planId, from: '2030-01-01', until: `2030-${until}` }]);
  }
  const days = ['01-05', '01-06', '01-08', '01-09', '01-10', '01-12', '01-13', '01-20', '01-21'];
  for (const day of days) {
    await goTo(day);
    if (day === '01-10') await setAutoAdvance(client, ORGANIZATION, false);
    for (const [account, , acts] of ROWS)
      for (const [at, who] of acts) if (at === day) await act(account, who);
    await callAllHooks(service, hook);
  }
}, 240_000);

test('while it is false everything waits that nobody lets go', async () => {
  const waiting = ROWS.filter(([, , acts]) => acts.at(-1)?.[1] !== 'person lets go');
  for (const [account] of waiting)
    expect([account, stateOf(await first(account))]).toEqual([account, 'waits']);
  expect(stateOf(await first('setting-then-let-go'))).toBe('advances');
});

describe('when it is true again', () => {
  beforeAll(async () => {
    // What was refused before would be issued if it was asked about again.
    reject(/while-hook/);
    await client.setClock('2030-01-24T00:00:00Z');
    for (const account of ['setting-while-agreed', 'setting-while-hook']) await act(account, 'bill run');
    await client.setClock('2030-01-25T00:00:00Z');
    await setAutoAdvance(client, ORGANIZATION, true);
    await client.settle();
    await callAllHooks(service, hook);
    await goTo('02-01');
  }, 120_000);

  it.each(ROWS)('%s, until %s: %j is %s', async (account, _until, _acts, left) => {
    expect(stateOf(await first(account))).toBe(left);
  });

  it('publishes to webhooks that a draft advances', async () => {
    const { id } = await first('setting');
    const { data } = await client.must.get(`/ext/v1/webhooks/events?resource_id=${id}`);
    const updates = data.filter(({ type }: Reply['body']) => type === 'invoice.updated');
    const published = await Promise.all<Reply['body']>(
      updates.map(({ id: event }: Reply['body']) => client.must.get(`/ext/v1/webhooks/events/${event}`)),
    );
    const before = published.flatMap((event) => event.data.previous?.autoAdvance ?? []);
    expect(before.sort()).toEqual([false, true]);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});

describe('whose setting it is', () => {
  const account = { entityType: 'ACCOUNT', entityId: 'own' } as const;
  const state = async () => {
    await client.settle();
    return stateOf(await first('own'));
  };

  it('an account that says false itself is not let go by its organization', async () => {
    await openAccount(client, 'own');
    const fee = await sellFee(client, 'Fee of its own');
    const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
    const planId = await publishPlan(client, { name: 'own plan', cards });
    await editTimeline(client, 'own', [{ planId, from: '2030-02-01' }]);
    await setAutoAdvance(client, account, false);
    await setAutoAdvance(client, ORGANIZATION, true);
    expect(await state()).toBe('waits');
    await setAutoAdvance(client, account, true);
    expect(await state()).toBe('advances');
  });

  it('a setting that is deleted leaves it to the next one, or to the default', async () => {
    await setAutoAdvance(client, account, false);
    expect(await state()).toBe('waits');
    await client.must.delete(`/ext/v1/settings/setting.${SETTING}.ACCOUNT.own`);
    expect(await state()).toBe('advances');
    await setAutoAdvance(client, account, true);
    await setAutoAdvance(client, ORGANIZATION, false);
    expect(await state()).toBe('advances');
    await client.must.delete(`/ext/v1/settings/setting.${SETTING}.ACCOUNT.own`);
    expect(await state()).toBe('waits');
    await client.must.delete(`/ext/v1/settings/setting.${SETTING}.ORGANIZATION.default`);
    expect(await state()).toBe('advances');
  });

  it('a bill that was made again waits for somebody to look at it', async () => {
    await setAutoAdvance(client, ORGANIZATION, false);
    await client.must.patch(`/invoices/${(await first('setting')).id}`, { status: 'VOID' });
    await client.must.post(`/ext/v1/invoices/${(await first('setting')).id}/reissue`, {});
    await setAutoAdvance(client, ORGANIZATION, true);
    await client.settle();
    const all = await listInvoices(client, 'setting');
    expect(all.map(stateOf).sort()).toEqual(['VOID 2030-02-01', 'waits']);
  });
});
