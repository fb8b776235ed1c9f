import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { replayMarks } from '#core/licenses/named-entries.ts';
import { newTimeUuid } from '#platform/ids.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { listNamedEntries, type NamedMark, recordMarks, withdrawMarks } from './index.ts';

const service = useService();
const now = Temporal.Instant.from('2030-01-20T00:00:00Z');
const day = (n: number) => Temporal.Instant.from('2030-01-01T00:00:00Z').add({ hours: 24 * n });
let licenseId = '';
let names = 0;

type Said = Pick<NamedMark, 'at' | 'action'> & { name?: string };
const record = (said: readonly Said[], name: string) =>
  asSandbox(service, (tx, org) =>
    recordMarks(
      { tx, org, now },
      said.map((mark) => ({
        ...{ accountId: 'acme', licenseId, referenceId: newTimeUuid(now), name },
        ...mark,
      })),
    ),
  );
const entriesOf = async (name: string) => {
  const range = { accountId: 'acme', licenseIds: [licenseId], from: day(0), until: day(100) };
  const entries = await asSandbox(service, (tx, org) => listNamedEntries(tx, org, range));
  return entries.filter((entry) => entry.name === name).map(({ from, until }) => `${from} ${until}`);
};

beforeAll(async () => {
  await openAccount(service.sandbox, 'acme');
  licenseId = (await service.sandbox.must.post('/addons', { name: 'Login', type: 'NAMED_LICENSE' })).id;
});

describe('marks of a name', () => {
  it('leave the same entries in any order and any batches', async () => {
    const mark = fc.record({
      at: fc.integer({ min: 0, max: 9 }).map(day),
      action: fc.constantFrom('OPEN' as const, 'CLOSE' as const),
    });
    const batches = fc.array(fc.array(mark, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(batches, async (sent) => {
        names += 1;
        for (const batch of sent) await record(batch, `name ${names}`);
        const expected = replayMarks(sent.flat()).map(({ from, until }) => `${from} ${until}`);
        expect(await entriesOf(`name ${names}`)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('that are withdrawn leave what the others say, in any order', async () => {
    const mark = fc.record({
      at: fc.integer({ min: 0, max: 6 }).map(day),
      action: fc.constantFrom('OPEN' as const, 'CLOSE' as const),
      isWithdrawn: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(mark, { minLength: 1, maxLength: 10 }),
        fc.boolean(),
        async (drawn, isAtOnce) => {
          names += 1;
          const said = drawn.map((each) => ({ ...each, referenceId: newTimeUuid(now) }));
          await record(said, `name ${names}`);
          const gone = said.filter(({ isWithdrawn }) => isWithdrawn).map(({ referenceId }) => referenceId);
          const withdraw = (references: readonly string[]) =>
            asSandbox(service, (tx, org) => withdrawMarks({ tx, org, now }, references));
          if (isAtOnce) expect([...(await withdraw(gone))].sort()).toEqual([...gone].sort());
          else for (const reference of gone) await withdraw([reference]);
          const left = replayMarks(said.filter(({ isWithdrawn }) => !isWithdrawn));
          expect(await entriesOf(`name ${names}`)).toEqual(left.map(({ from, until }) => `${from} ${until}`));
          expect((await withdraw(gone)).size).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('that come at the same time are all seen, and leave one entry open', async () => {
    // Opened on even days, closed on odd ones: five spans, the last without end, whoever comes first.
    const said = Array.from({ length: 9 }, (_, n) => {
      return { at: day(n), action: n % 2 === 0 ? 'OPEN' : 'CLOSE' } as const;
    });
    await Promise.all(said.map((mark) => record([mark], 'busy')));
    expect(await entriesOf('busy')).toEqual(
      [0, 2, 4, 6, 8].map((n) => `${day(n)} ${n === 8 ? null : day(n + 1)}`),
    );
  });
});

describe('entries of a window', () => {
  it('are those that begin before its end and end after its start', async () => {
    const span = (name: string, from: number, until: number) => [
      { name, at: day(from), action: 'OPEN' as const },
      { name, at: day(until), action: 'CLOSE' as const },
    ];
    const spans = [span('before', 20, 22), span('at the start', 22, 22), span('across', 21, 30)];
    await record([...spans, span('inside', 23, 23), span('at the end', 24, 25)].flat(), '');
    const range = { accountId: 'acme', licenseIds: [licenseId], from: day(22), until: day(24) };
    const entries = await asSandbox(service, (tx, org) => listNamedEntries(tx, org, range));
    const own = entries.map(({ name }) => name).filter((name) => !/^(name \d+|busy)$/.test(name));
    expect(own).toEqual(['across', 'at the start', 'inside']);
    expect(
      await asSandbox(service, (tx, org) => listNamedEntries(tx, org, { ...range, licenseIds: [] })),
    ).toEqual([]);
  });
});
