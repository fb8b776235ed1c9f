import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeInvoiceNumber } from '#areas/invoices/lifecycle/take-number.ts';
import { type Numbering, numberText, PLAIN_NUMBERING, seriesOf } from '#core/invoice-number.ts';
import type { Org } from '#platform/http/operation.ts';
import { rounds } from '#test/effort.ts';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { type Client, useService } from '#test/running-app.ts';

/**
 * Invariant 7 of money-platform.md 22: many are finalized at the same time, some fail after they took their
 * number, and settings change in between. In the order of issue each counter gives one value after the
 * other from `start`, and leaves out only what was given already; no number is given twice.
 */
const service = useService();
const SEED = Number(process.env.NUMBER_SEED ?? Date.now() % 1_000_000);
const CUSTOMERS = ['a', 'b', 'c'];

interface Finalized {
  customer: number;
  day: number;
  delayMs: number;
  fails: boolean;
}
interface Stretch {
  numbering: Numbering | null;
  finalized: Finalized[];
}
interface Given {
  scope: string;
  counter: string;
  text: string;
}

const numbering = fc.constantFrom<Numbering>(
  ...(['ORG', 'CUSTOMER', 'INVOICE_GROUP'] as const).flatMap((scope) =>
    (['NEVER', 'YEARLY', 'MONTHLY'] as const).flatMap((reset) =>
      ['{YYYY}{MM}-{SEQ}', '{CUSTOMER}.{YY}{MM}/{SEQ}'].flatMap((pattern) =>
        [1, 3].map((start) => ({ pattern, scope, reset, start, pad: start })),
      ),
    ),
  ),
);
const finalized = fc.record({
  customer: fc.nat(CUSTOMERS.length - 1),
  day: fc.nat(70),
  delayMs: fc.nat(8),
  fails: fc.boolean(),
});
const stretches = fc.array(
  fc.record({
    numbering: fc.option(numbering),
    finalized: fc.array(finalized, { minLength: 4, maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 4 },
);

async function setNumbering(client: Client, org: Org, value: Numbering | null): Promise<void> {
  // Deleted first: in one setting `start` may only go up.
  await client.delete(`/ext/v1/settings/setting.PLATFORM.INVOICE_SEQUENCE.ORGANIZATION.${org.id}`);
  const setting = { id: 'INVOICE_SEQUENCE', namespace: 'PLATFORM', name: 'Numbers', dataType: 'JSON' };
  const owner = { entityType: 'ORGANIZATION', entityId: org.id };
  if (value) await client.must.post('/settings', { ...setting, ...owner, value: JSON.stringify(value) });
}

/** Each in a transaction of its own; what is given is noted in the order of issue. */
async function finalizeAll(org: Org, stretch: Stretch, given: (Given & { value: number })[]): Promise<void> {
  const first = Temporal.Instant.from('2030-12-01T12:00:00Z');
  const issue = async ({ customer, day, delayMs, fails }: Finalized) => {
    const customerId = CUSTOMERS[customer] as string;
    const invoiceDate = first.add({ hours: 24 * day });
    const id = `inv.${given.length}.${crypto.randomUUID()}`;
    await keepInvoices(service, org, [
      invoiceRow({
        id,
        accountId: customerId,
        customerId,
        status: 'DRAFT',
        finalizingStatus: null,
        scheduleId: id,
      }),
    ]);
    await new Promise((done) => setTimeout(done, delayMs));
    await service.app.database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      const context = { tx, org, now: invoiceDate };
      const owner = { accountId: customerId, customerId, groupId: null };
      const number = await takeInvoiceNumber(context, owner, { invoiceDate, timeZone: 'UTC' });
      const set = { ...number, status: 'DUE' } as const;
      await tx.updateTable('invoices').set(set).where('orgId', '=', org.orgId).where('id', '=', id).execute();
      if (fails) throw new Error('as if it had died');
      const date = invoiceDate.toZonedDateTimeISO('UTC').toPlainDate();
      const rules = stretch.numbering ?? PLAIN_NUMBERING;
      const { scope, period, prefix, suffix } = seriesOf(rules, { customerId, groupId: null, day: date });
      const text = number.sequenceId;
      const value = Number(text.slice(prefix.length, text.length - suffix.length));
      given.push({ scope, counter: `${scope} ${period}`, text, value });
    });
  };
  await Promise.allSettled(stretch.finalized.map(issue));
}

const kindOf = (scope: string) => scope.split(':')[0];

function clash(one: Given, other: Given): boolean {
  return one.text === other.text && (one.scope === other.scope || kindOf(one.scope) !== kindOf(other.scope));
}

let run = 0;
it(`seed ${SEED}: no gap, none twice, one after the other`, async () => {
  await fc.assert(
    fc.asyncProperty(stretches, async (requested) => {
      run += 1;
      const { sandbox } = await service.createOrganization(`org-${run}`);
      const org = await orgOf(service, 'sandbox', `org-${run}`);
      const last = new Map<string, number>();
      const before: Given[] = [];
      for (const stretch of requested) {
        await setNumbering(sandbox, org, stretch.numbering);
        const given: (Given & { value: number })[] = [];
        await finalizeAll(org, stretch, given);
        expect(given).toHaveLength(stretch.finalized.filter(({ fails }) => !fails).length);
        const rules = stretch.numbering ?? PLAIN_NUMBERING;
        for (const { value, ...number } of given) {
          const { counter, text } = number;
          let next = Math.max((last.get(counter) ?? 0) + 1, rules.start);
          const at = (n: number) => ({ ...number, text: replaceValue(text, value, { n, rules }) });
          while (before.some((earlier) => clash(earlier, at(next)))) next += 1;
          expect(at(value).text).toBe(text);
          expect(value).toBe(next);
          last.set(counter, value);
          before.push(number);
        }
      }
      // The law itself, without the model.
      expect(before.filter((one, i) => before.slice(i + 1).some((other) => clash(one, other)))).toEqual([]);
    }),
    { seed: SEED, numRuns: rounds({ everyday: 6, full: 24 }), interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

/** The same number with another value: the counter stands behind the last `-` or `/`. */
function replaceValue(text: string, value: number, { n, rules }: { n: number; rules: Numbering }): string {
  const place = { scope: '', period: '', suffix: '', prefix: '', pad: rules.pad, start: 1 };
  return text.replace(new RegExp(`${numberText(place, value)}$`), numberText(place, n));
}
