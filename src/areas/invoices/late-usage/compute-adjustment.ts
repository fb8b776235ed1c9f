import { lockActiveCredits } from '#areas/credits/index.ts';
import { sumOverage } from '#areas/entitlements/index.ts';
import type { UsageTotals } from '#areas/usage/index.ts';
import { sumUsage } from '#areas/usage/index.ts';
import type { CreditInput } from '#core/credits/index.ts';
import { type Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { type AdjustmentInputs, boundCredits } from '#core/invoice/adjustment.ts';
import { CORRECT_AMOUNT } from '#core/invoice/diff-lines.ts';
import {
  type CardInput,
  computeInvoice,
  type InvoiceInputs,
  type UsageCardInput,
} from '#core/invoice/index.ts';
import { isAdjustmentInputs, isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { creditInputs, readCreditRules, wholePool } from '../lifecycle/draft-credits.ts';
import type { InvoiceRow } from '../store/invoices.ts';

/** Maximum event ids on an adjustment; it always has the number of all its events. */
const MAX_NAMED = 1000;

/**
 * Computes the inputs of an adjustment of `original`: the invoice as in `base`, the last document issued for
 * its cycle, and the same invoice with the current usage. Plan, prices, rules, charges and taxes come from
 * the original. Credits may pay more up to their balance, or are restored where they overpaid. Requires that
 * the caller has locked the account and its drafts.
 */
export async function buildAdjustment(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { original, base, eventIds }: { original: InvoiceRow; base: InvoiceRow; eventIds: readonly string[] },
): Promise<AdjustmentInputs> {
  const before = readBilled(base);
  const cards = await measureCards(context, original, before);
  const events = { count: eventIds.length, ids: eventIds.slice(0, MAX_NAMED) };
  return adjustCards(context, { original, before, cards, cause: { events } });
}

/** The same for any set of cards that the invoice would have now, with the reason for them. */
export async function adjustCards(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  adjusted: {
    original: InvoiceRow;
    before: InvoiceInputs;
    cards: CardInput[];
    cause: Pick<AdjustmentInputs, 'events' | 'endOfSchedule'>;
  },
): Promise<AdjustmentInputs> {
  const { original, before, cards, cause } = adjusted;
  const credits = await readCredits(context, original, before);
  const { credits: _, mostCredits: __, ...terms } = before;
  const after = boundCredits(before, { ...terms, cards, ...(credits.length > 0 ? { credits } : {}) });
  return { ...adjusting(original, before), before, after, ...cause };
}

/** Returns the reference to the adjusted invoice that an adjustment contains. */
export function adjusting(
  { id: invoiceId, sequenceId }: InvoiceRow,
  { currency, roundingMode, timeZone, cycle: { start, end } }: InvoiceInputs,
): Omit<AdjustmentInputs, 'before' | 'after' | 'events'> {
  const number = sequenceId === null ? {} : { sequenceId };
  const original = { invoiceId, ...number, cycle: { start, end } };
  return { engine: 1, currency, roundingMode, timeZone, original, correctWords: CORRECT_AMOUNT };
}

/** Returns the billed inputs of a cycle, including the document and its predecessors. */
export function readBilled({ id, inputs }: InvoiceRow): InvoiceInputs {
  const stored = JSON.parse(inputs) as StoredInputs;
  if (isCompositeInputs(stored)) throw new Error(`group invoice ${id} bills no cycle`);
  return isAdjustmentInputs(stored) ? stored.after : stored;
}

/** Returns the same cards with the current usage. */
async function measureCards(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  { accountId, startAt: from, endAt: until }: InvoiceRow,
  { cards, timeZone }: InvoiceInputs,
): Promise<CardInput[]> {
  const metered = cards.filter((card) => card.type === 'USAGE');
  const meterIds = metered.flatMap(({ meter, priceMeter }) => [
    meter.id,
    ...(priceMeter ? [priceMeter.id] : []),
  ]);
  const usage = await sumUsage(tx, org, { accountId, meterIds, from, until });
  return Promise.all(
    cards.map(async (card): Promise<CardInput> => {
      if (card.type === 'USAGE') return measureCard(card, usage);
      if (card.type !== 'ENTITLEMENT_OVERAGE') return card;
      const block = { from: dayOf(card.period.start, timeZone), until: dayOf(card.period.end, timeZone) };
      const overage = await sumOverage(tx, org, { accountId, featureId: card.billableId, ...block });
      return { ...card, quantity: decimalText(overage) };
    }),
  );
}

function measureCard(card: UsageCardInput, usage: UsageTotals): UsageCardInput {
  const totalOf = (meterId: string) => usage.get(meterId) ?? { units: ZERO, events: 0 };
  const total = totalOf(card.meter.id);
  const measured = { ...card, quantity: decimalText(total.units), eventCount: total.events };
  if (!card.priceMeter) return measured;
  const carried = totalOf(card.priceMeter.id);
  return {
    ...measured,
    carriedAmount: decimalText(carried.units),
    priceMeter: { ...card.priceMeter, eventCount: carried.events },
  };
}

/** Returns for each credit its use so far and its balance; for an expired credit only the use. */
async function readCredits(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { accountId, startAt }: InvoiceRow,
  before: InvoiceInputs,
): Promise<CreditInput[]> {
  const paid = sumUses(before);
  const active = await lockActiveCredits(tx, org, accountId);
  // The grants that credits pay for follow the original, like its prices.
  const paysGrants = (before.credits ?? []).some((credit) => credit.paysGrants === true);
  const pool = wholePool(active, { ...(await readCreditRules(tx, org)), paysGrants });
  const left = new Map([...pool.left].map(([id, amount]) => [id, amount.plus(paid.get(id) ?? ZERO)]));
  const { cycle, timeZone } = before;
  const [start, end] = [Temporal.PlainDate.from(cycle.start), Temporal.PlainDate.from(cycle.end)];
  const days = { part: { start, end, startAt }, schedule: { timeZone } };
  const document = { timing: 'IN_ARREARS', invoiceDate: now, createdAt: now } as const;
  const usable = creditInputs({ ...pool, left }, days, document);
  const known = new Set(usable.map(({ id }) => id));
  const over = (before.credits ?? []).filter(({ id }) => !known.has(id) && paid.has(id));
  return [
    ...usable,
    ...over.map((credit) => ({ ...credit, available: decimalText(paid.get(credit.id) ?? ZERO) })),
  ];
}

/** Returns the amount that each credit pays on an invoice. */
export function sumUses(inputs: InvoiceInputs): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { creditId, amount } of computeInvoice(inputs).creditUses ?? [])
    sums.set(creditId, (sums.get(creditId) ?? ZERO).plus(decimal(amount)));
  return sums;
}

function dayOf(day: string, timeZone: string): Temporal.Instant {
  return startOfDay(Temporal.PlainDate.from(day), timeZone);
}
