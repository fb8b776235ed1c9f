import { lockAccount } from '#areas/accounts/index.ts';
import { type AdjustmentInputs, computeAdjustment, isWithoutChange } from '#core/invoice/adjustment.ts';
import type { CardInput, InvoiceInputs } from '#core/invoice/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { buildInputs } from '../lifecycle/build-inputs.ts';
import { findInvoiceFacts, type InvoiceFacts } from '../lifecycle/read-facts.ts';
import { findAdjustmentBase, findCycleInvoice, isCutAdjusted } from '../store/adjustments.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { lockDrafts } from '../store/lifecycle.ts';
import { isUndone } from './adjust-cycle.ts';
import { adjustCards, readBilled } from './compute-adjustment.ts';
import { issueAdjustment } from './issue-adjustment.ts';

/**
 * Adjusts the bill of a cycle that an edit made the final cycle of its schedule after the bill was issued,
 * because a block in arrears that ends within it is billed with the final cycle (`metering-pricing.md`
 * 14.6). The adjustment is the difference to the correct bill, so that rules and the minimum see the charge
 * in its cycle. Adjusts a bill once, even if that adjustment was voided later. A draft includes the charge
 * itself.
 */
export async function adjustCutBlocks(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const accountId = readText(payload, 'accountId');
  const scheduleId = readText(payload, 'scheduleId');
  const cycleStart = Temporal.PlainDate.from(readText(payload, 'cycleStart'));
  await lockAccount(tx, org, accountId);
  await lockDrafts(tx, org, accountId);
  const original = await findCycleInvoice(tx, org, { accountId, scheduleId, cycleStart });
  if (!original || original.status === 'DRAFT' || isUndone(original)) return;
  if (await isCutAdjusted(tx, org, original.id)) return;
  const base = await findAdjustmentBase(tx, org, original);
  const inputs = await buildCutAdjustment(context, { original, base });
  if (!inputs) return;
  const document = computeAdjustment(inputs);
  if (!isWithoutChange(document)) await issueAdjustment(context, { original, base, inputs, document });
}

/** Returns null if the bill contains all charges of its cycle. */
export async function buildCutAdjustment(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { original, base }: { original: InvoiceRow; base: InvoiceRow },
): Promise<AdjustmentInputs | null> {
  const facts = await findInvoiceFacts(context.tx, context.org, original);
  if (!facts) return null;
  const before = readBilled(base);
  const missing = findMissing(facts, before);
  if (missing.length === 0) return null;
  const cause = { events: { count: 0, ids: [] }, endOfSchedule: facts.part.end.toString() };
  return adjustCards(context, { original, before, cards: [...before.cards, ...missing], cause });
}

const OF_BLOCKS: ReadonlySet<CardInput['type']> = new Set<CardInput['type']>([
  'FIXED_FEE',
  'BILLING_ENTITLEMENT',
  'ENTITLEMENT_OVERAGE',
  'CREDIT_GRANT',
]);

/** Returns the charges for blocks that the cycle has now that it is the last of its schedule. */
function findMissing(facts: InvoiceFacts, before: InvoiceInputs): CardInput[] {
  const { currency, cards: billed } = before;
  const { inputs } = buildInputs({ ...facts, currency }, { timing: 'IN_ARREARS', usage: new Map() });
  const known = new Set(billed.map(({ name }) => name));
  return inputs.cards
    .filter(({ type, name }) => OF_BLOCKS.has(type) && !known.has(name))
    .map((card) => (card.type === 'FIXED_FEE' ? withPeriod(card, facts.part.end) : card));
}

/** A fee only states its number of days, which begin before the days of the bill. */
function withPeriod(card: Extract<CardInput, { type: 'FIXED_FEE' }>, end: Temporal.PlainDate): CardInput {
  const start = end.subtract({ days: card.billedDays });
  return { ...card, period: { start: start.toString(), end: end.toString() } };
}
