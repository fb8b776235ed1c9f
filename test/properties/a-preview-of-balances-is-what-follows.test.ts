import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * A preview of a grant, a void or a change of a wallet says what invoices and drafts show afterwards, and
 * changes nothing itself. Both go different ways: the preview through one transaction that is rolled back,
 * the change through its operation and the scheduled work behind it.
 */
const service = useService();
const SEED = Number(process.env.BALANCE_SEED ?? Date.now() % 1_000_000);
const RUNS = rounds({ everyday: 8, full: 25 });

const cents = fc.integer({ min: 1, max: 9_000 }).map((value) => value / 100);
const signed = fc.integer({ min: -3_000, max: 9_000 }).map((value) => value / 100);
const grant = fc.record({
  creditAmount: cents,
  priority: fc.integer({ min: 1, max: 3 }),
  applicableEntityIds: fc.constantFrom<string[]>([], ['ALL_USAGE_METER_RATE_CARDS']),
  effectiveFrom: fc.constantFrom('2030-01-01', '2030-01-31', '2030-02-15'),
});
const scene = fc.record({
  drafts: fc.array(fc.array(signed, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  due: fc.array(cents, { maxLength: 2 }),
  earlier: fc.array(grant, { maxLength: 2 }),
  held: fc.option(cents),
});
const change = fc.oneof(
  fc.record({ do: fc.constant('GRANT' as const), grants: fc.array(grant, { minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constant('VOID' as const), credit: fc.nat(1) }),
  fc.record({ do: fc.constantFrom('TOP_UP' as const, 'CONVERT' as const), amount: cents }),
  fc.record({ do: fc.constant('ALLOCATE' as const), invoice: fc.nat(3), amount: cents }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Terms = typeof scene extends fc.Arbitrary<infer T> ? T : never;

interface Opened {
  accountId: string;
  invoiceIds: string[];
  creditIds: string[];
}

let accounts = 0;
beforeAll(() => service.sandbox.setClock('2030-01-10T00:00:00Z'));

async function open({ drafts, due, earlier, held }: Terms): Promise<Opened> {
  accounts += 1;
  const accountId = `acme-${accounts}`;
  await openAccount(service.sandbox, accountId);
  const draftIds: string[] = [];
  for (const values of drafts) {
    const lines = values.map((value, index) => ({ id: `line-${index}`, value }));
    draftIds.push(await draftOf(service.sandbox, accountId, lines));
  }
  await service.sandbox.must.post(`/accounts/${accountId}/wallet_topup`, { topupAmount: 50 });
  await service.sandbox.settle();
  if (held !== null)
    await service.sandbox.post(`/ext/v1/accounts/${accountId}/wallet/allocate`, {
      ...{ invoiceId: draftIds[0], amount: Math.min(held, 50) },
    });
  const dueIds: string[] = [];
  for (const amount of due) dueIds.push((await owe(service.sandbox, accountId, { amount })).id);
  const creditIds = earlier.length === 0 ? [] : await grantAll(accountId, earlier);
  await service.sandbox.settle();
  return { accountId, invoiceIds: [...draftIds, ...dueIds], creditIds };
}

const bodyOf = (accountId: string, grants: object[]) => ({
  creditRequests: grants.map((each) => ({ accountId, purpose: 'Goodwill', ...each })),
});

async function grantAll(accountId: string, grants: object[]): Promise<string[]> {
  const granted = await service.sandbox.must.post('/credits', bodyOf(accountId, grants));
  return granted.map(({ id }: { id: string }) => id);
}

/** The path and body of a change; null if there is nothing to change. */
function requestOf(
  { accountId, invoiceIds, creditIds }: Opened,
  drawn: Change,
): [string, string, object] | null {
  const wallet = `/ext/v1/accounts/${accountId}/wallet`;
  switch (drawn.do) {
    case 'GRANT':
      return ['/ext/v1/credits/preview', '/credits', bodyOf(accountId, drawn.grants)];
    case 'VOID': {
      const id = creditIds[drawn.credit];
      return id === undefined ? null : [`/ext/v1/credits/${id}/void_preview`, `/credits/${id}/void`, {}];
    }
    case 'TOP_UP':
      return [`${wallet}/preview`, `/accounts/${accountId}/wallet_topup`, { topupAmount: drawn.amount }];
    case 'CONVERT':
      return [`${wallet}/preview`, `${wallet}/convert`, { amount: drawn.amount }];
    case 'ALLOCATE': {
      const invoiceId = invoiceIds[drawn.invoice % invoiceIds.length];
      return [`${wallet}/preview`, `${wallet}/allocate`, { invoiceId, amount: drawn.amount }];
    }
    default:
      return drawn satisfies never;
  }
}

interface Shown {
  id: string;
  status: string;
  total: number;
  paid: number;
  held: number;
  /** `credit line amount`, without the id of a credit. */
  draws: string[];
}

async function showAll({ accountId, invoiceIds }: Opened): Promise<Shown[]> {
  const { data: entries } = await service.sandbox.must.get(`/accounts/${accountId}/wallet/entries`);
  const shown: Shown[] = [];
  for (const id of invoiceIds) {
    const {
      status,
      totalAmount: total,
      paidAmount: paid,
    } = await service.sandbox.must.get(`/invoices/${id}`);
    const { lines } = await service.sandbox.must.get(`/ext/v1/invoices/${id}/explain`);
    const held = entries
      .filter((entry: Reply['body']) => entry.entityId === id && entry.status === 'ON_HOLD')
      .reduce((sum: number, entry: Reply['body']) => sum + entry.amount, 0);
    const draws = lines.flatMap(({ lineId, pays = [] }: Reply['body']) =>
      pays.map((each: Reply['body']) => `${lineId} ${each.lineId} ${Number(each.amount)}`),
    );
    shown.push({ id, status, total, paid, held, draws: status === 'DRAFT' ? draws.toSorted() : [] });
  }
  return shown;
}

/** What the preview says of the later state, on top of the earlier one. */
function predict(before: readonly Shown[], { invoices }: Reply['body'], newIds: readonly string[]): Shown[] {
  return before
    .map((shown) => {
      const changed = invoices.find((each: Reply['body']) => each.invoiceId === shown.id);
      if (!changed) return shown;
      expect([changed.statusBefore, changed.totalBefore, changed.paidBefore, changed.heldBefore]).toEqual([
        ...[shown.status, shown.total, shown.paid, shown.held],
      ]);
      const draws = new Map(shown.draws.map((draw) => [draw.replace(/ \S+$/, ''), draw]));
      for (const { creditId = 'new', lineId, amountAfter } of changed.draws) {
        const key = `${creditId} ${lineId}`;
        if (creditId === 'new') draws.set(`${key} ${draws.size}`, `new ${lineId} ${amountAfter}`);
        else if (amountAfter === 0) draws.delete(key);
        else draws.set(key, `${key} ${amountAfter}`);
      }
      const { statusAfter: status, totalAfter: total, paidAfter: paid, heldAfter: held } = changed;
      return { id: shown.id, status, total, paid, held, draws: [...draws.values()].toSorted() };
    })
    .map((shown) => ({ ...shown, draws: shown.draws.map((draw) => withoutNew(draw, newIds)).toSorted() }));
}

function withoutNew(draw: string, newIds: readonly string[]): string {
  const [id = '', ...rest] = draw.split(' ');
  return [newIds.includes(id) ? 'new' : id, ...rest].join(' ');
}

describe(`previews of balances, seed ${SEED}`, () => {
  it('say what follows, and change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(scene, change, async (terms, drawn) => {
        const opened = await open(terms);
        const request = requestOf(opened, drawn);
        if (!request) return;
        const [previewPath, path, body] = request;
        const asked =
          drawn.do === 'GRANT' || drawn.do === 'VOID'
            ? body
            : {
                action: drawn.do,
                amount: drawn.amount,
                ...('invoiceId' in body && { invoiceId: body.invoiceId }),
              };
        const before = await showAll(opened);
        const preview = await service.sandbox.post(previewPath, asked);
        expect(await showAll(opened)).toEqual(before);
        const known = await creditIdsOf(opened);
        const made = await service.sandbox.post(path, body);
        await service.sandbox.settle();
        if (preview.status !== 200) {
          expect([made.status, made.body.message]).toEqual([preview.status, preview.body.message]);
          return;
        }
        expect(made.status).toBe(200);
        const newIds = (await creditIdsOf(opened)).filter((id) => !known.includes(id));
        const after = await showAll(opened);
        expect(
          after.map((shown) => ({
            ...shown,
            draws: shown.draws.map((draw) => withoutNew(draw, newIds)).toSorted(),
          })),
        ).toEqual(predict(before, preview.body, newIds));
        if (drawn.do !== 'GRANT') return;
        for (const [index, { drawnAmount }] of preview.body.grants.entries())
          expect((await service.sandbox.must.get(`/credits/${made.body[index].id}`)).holdAmount).toBe(
            drawnAmount,
          );
      }),
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
    );
  }, 120_000);
});

async function creditIdsOf({ accountId }: Opened): Promise<string[]> {
  const { data } = await service.sandbox.must.get(`/credits?account_id=${accountId}`);
  return data.map(({ id }: { id: string }) => id);
}
