import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { decimal, decimalText } from '#core/decimal.ts';
import { replayLevels } from '#core/licenses/levels.ts';
import { Problem } from '#platform/problem.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { applyLicenseUpdate, listLicenseLevels } from './index.ts';

const service = useService();
const LAST_DAY = 6;
const day = (n: number) => Temporal.Instant.from('2030-01-01T00:00:00Z').add({ hours: 24 * n });
let licenses = 0;

beforeAll(() => openAccount(service.sandbox, 'acme'));

interface Sent {
  updateType: 'RELATIVE' | 'ABSOLUTE';
  quantity: number;
  from: number;
  /** Minutes by which the clock of the request runs ahead of others. */
  ahead: number;
}
const sent: fc.Arbitrary<Sent> = fc.record({
  updateType: fc.constantFrom('RELATIVE', 'ABSOLUTE'),
  quantity: fc.integer({ min: -6, max: 9 }),
  from: fc.integer({ min: 0, max: LAST_DAY - 1 }),
  ahead: fc.integer({ min: 0, max: 3 }),
});

/** The level after each day by the replay of all updates, or null when one is negative on the way. */
function replay(updates: readonly Sent[]): string[] | null {
  const inOrder = updates.toSorted((a, b) => a.from - b.from);
  const levels = replayLevels(inOrder.map((each) => ({ ...each, quantity: decimal(each.quantity) })));
  if (levels.some((level) => level.lt(0))) return null;
  return Array.from({ length: LAST_DAY }, (_, n) => {
    const last = inOrder.findLastIndex(({ from }) => from <= n);
    return last < 0 ? '0' : decimalText(levels[last] ?? decimal(0));
  });
}

it('stored levels are those of a replay, and what would be negative changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 10 }), async (updates) => {
      licenses += 1;
      const addOn = { name: `Seat ${licenses}`, type: 'LICENSE' };
      const { id: licenseId } = await service.sandbox.must.post('/addons', addOn);
      const accepted: Sent[] = [];
      for (const update of updates) {
        const isSound = replay([...accepted, update]) !== null;
        expect(await apply(licenseId, update)).toBe(isSound ? 'done' : 'LICENSE_LEVEL_NEGATIVE');
        if (isSound) accepted.push(update);
      }
      const range = { accountId: 'acme', licenseIds: [licenseId], until: day(LAST_DAY) };
      const expected = replay(accepted) ?? [];
      for (let n = 0; n < LAST_DAY; n++) {
        const levels = await asSandbox(service, (tx, org) =>
          listLicenseLevels(tx, org, { ...range, from: day(n) }),
        );
        const steps = levels.get(licenseId) ?? [];
        const changes = expected
          .map((level, i) => `${day(i)} ${level}`)
          .filter((_, i) => i === n || (i > n && expected[i] !== expected[i - 1]));
        expect(steps.map(({ at, quantity }) => `${at} ${decimalText(quantity)}`)).toEqual(changes);
      }
    }),
    { numRuns: 15 },
  );
});

async function apply(licenseId: string, { updateType, quantity, from, ahead }: Sent): Promise<string> {
  const change = { licenseId, accountId: 'acme', updateType, quantity: decimal(quantity) };
  const now = day(20).add({ minutes: ahead });
  try {
    await asSandbox(service, (tx, org) =>
      applyLicenseUpdate({ tx, org, now }, { ...change, effectiveFrom: day(from) }),
    );
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}
