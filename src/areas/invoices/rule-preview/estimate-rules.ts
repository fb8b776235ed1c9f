import type { NewRule } from '#areas/pricing-rules/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { computeInvoice, RULE_ERROR } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { startTurns } from '#platform/turns.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import { countPlanDrafts, listPlanDrafts, type PlanDraft } from '../store/plan-drafts.ts';
import { readCurrent } from '../views/read-invoice.ts';
import { readRuledInputs, runRules } from './run-rules.ts';

const MAX_COUNTED = 1000;
const MAX_SAMPLED = 50;
/** Of the inputs of all sampled drafts together: a draft with thousands of cards counts for many. */
const MAX_CHARACTERS = 2_000_000;

/** Evaluates a list of rules on a bounded sample of the drafts of a plan, each computed as of `now`. */
export async function estimateRules(
  tx: Tx,
  org: Org,
  { planId, rules, now }: { planId: string; rules: readonly NewRule[]; now: Temporal.Instant },
) {
  const counted = await countPlanDrafts(tx, org, { planId, limit: MAX_COUNTED + 1 });
  const sample: Awaited<ReturnType<typeof tryRules>>[] = [];
  const turns = startTurns();
  let length = 0;
  for (const draft of await listPlanDrafts(tx, org, { planId, limit: MAX_SAMPLED })) {
    if (length > MAX_CHARACTERS) break;
    if (turns.isOver()) await turns.yieldLoop();
    const stored = await findInvoice(tx, org, draft.id);
    if (!stored) continue;
    const row = await readCurrent(tx, org, { row: stored, now });
    length += row.inputs.length;
    sample.push(await tryRules({ draft, row }, rules));
  }
  return { drafts: Math.min(counted, MAX_COUNTED), isMore: counted > MAX_COUNTED, sample };
}

async function tryRules({ draft, row }: { draft: PlanDraft; row: StoredInvoice }, rules: readonly NewRule[]) {
  const { id: invoiceId, planVersion, currency, totalAmount: totalBefore } = row;
  const { accountId, accountName } = draft;
  const facts = { invoiceId, accountId, accountName, planVersion, currency, totalBefore };
  const inputs = await readRuledInputs(row);
  if (draft.hasOwnPrices) return { ...facts, result: 'OWN_RULES' as const, totalAfter: totalBefore };
  if (!inputs) return { ...facts, result: 'UNCHANGED' as const, totalAfter: totalBefore };
  const { document, total: totalAfter } = runRules(inputs, rules);
  if (document.notices?.some(({ type }) => type === RULE_ERROR))
    return { ...facts, result: 'FAILED' as const, totalAfter };
  const isSame = canonicalJson(document.revenueInfo) === canonicalJson(computeInvoice(inputs).revenueInfo);
  return { ...facts, result: isSame ? ('UNCHANGED' as const) : ('CHANGED' as const), totalAfter };
}
