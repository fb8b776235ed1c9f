import {
  type CreditRules,
  obstaclesOf,
  readCreditRules,
  readDocument,
  type StoredInvoice,
} from '#areas/invoices/index.ts';
import { type CycleHealth, listCycleHealth } from '#areas/usage/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { InvoiceDocument, InvoiceInputs } from '#core/invoice/index.ts';
import type { CheckedDraft, CheckTerms } from '#core/invoice-checks/index.ts';
import { localDate } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type HeldCredit, listCreditsOf, listHoldsOf, listWalletCurrencies } from '../store/account-facts.ts';
import { type DuplicateRow, type History, listDuplicates, listHistories } from '../store/history.ts';
import { readCheckedCredits } from './read-credits.ts';
import { readCheckedLines, readGross } from './read-lines.ts';

/** A draft with everything that the rules know about it. */
export interface GatheredDraft {
  draft: StoredInvoice;
  history: History | null;
  facts: CheckedDraft;
}

interface Known {
  histories: ReadonlyMap<string, History>;
  duplicates: ReadonlyMap<string, DuplicateRow[]>;
  health: ReadonlyMap<string, CycleHealth>;
  credits: Awaited<ReturnType<typeof listCreditsOf>>;
  holds: ReadonlyMap<string, HeldCredit[]>;
  wallets: ReadonlyMap<string, string>;
  rules: CreditRules;
  now: Temporal.Instant;
}

/**
 * Gathers the facts of current drafts by a fixed number of statements, however many drafts there are. A
 * previous cycle that is itself among the drafts counts with its current amount.
 */
export async function gatherFacts(
  tx: Tx,
  org: Org,
  { drafts, terms, now }: { drafts: readonly StoredInvoice[]; terms: CheckTerms; now: Temporal.Instant },
): Promise<GatheredDraft[]> {
  const accountIds = [...new Set(drafts.flatMap(({ accountId }) => accountId ?? []))];
  const [histories, duplicates, health, credits, wallets, rules] = await Promise.all([
    listHistories(tx, org, drafts),
    listDuplicates(tx, org, drafts),
    readHealth(tx, org, { drafts, terms, now }),
    listCreditsOf(tx, org, accountIds),
    listWalletCurrencies(tx, org, accountIds),
    readCreditRules(tx, org),
  ]);
  const creditIds = [...credits.values()].flat().map(({ id }) => id);
  const holds = await listHoldsOf(tx, org, creditIds);
  const known = { histories, duplicates, health, credits, wallets, rules, holds, now };
  const current = new Map(drafts.map((draft) => [draft.id, draft]));
  return drafts.map((draft) => {
    const history = refreshHistory(histories.get(draft.id) ?? null, current);
    return { draft, history, facts: factsOf(draft, history, known) };
  });
}

/** Replaces what was stored of a previous cycle by the draft that has just been computed. */
function refreshHistory(
  history: History | null,
  current: ReadonlyMap<string, StoredInvoice>,
): History | null {
  const previous = history?.previousId == null ? undefined : current.get(history.previousId);
  if (!history || !previous) return history;
  const { totalAmount: previousAmount, document: previousDocument } = previous;
  const earlierTotals = [previousAmount, ...history.earlierTotals.slice(1)];
  return { ...history, previousAmount, previousDocument, earlierTotals };
}

/** Events count for invoices in arrears only. */
async function readHealth(
  tx: Tx,
  org: Org,
  { drafts, terms, now }: { drafts: readonly StoredInvoice[]; terms: CheckTerms; now: Temporal.Instant },
): Promise<Map<string, CycleHealth>> {
  const metered = drafts.flatMap(({ id, accountId, invoiceType, startAt: from, endAt: until }) =>
    accountId !== null && invoiceType === 'STANDARD' ? [{ id, accountId, from, until }] : [],
  );
  const rejectedShare = decimalText(terms.rejected.percent.div(100));
  const found = await listCycleHealth(tx, org, { cycles: metered, now, rejectedShare });
  return new Map(found.map((each, index) => [metered[index]?.id ?? '', each]));
}

const NO_EVENTS: CycleHealth = { meters: [], received: 0, rejected: 0, inQueue: 0, late: 0 };

function factsOf(draft: StoredInvoice, history: History | null, known: Known): CheckedDraft {
  const inputs = JSON.parse(draft.inputs) as InvoiceInputs;
  const document = readDocument(draft);
  const { meters, ...events } = known.health.get(draft.id) ?? NO_EVENTS;
  const earlier = history?.previousDocument ?? null;
  return {
    ...{ currency: draft.currency, total: draft.totalAmount, gross: readGross(document) },
    isRunning: isRunning(draft, known.now),
    earlierTotals: history?.earlierTotals ?? [],
    lines: readCheckedLines(document),
    earlierLines: earlier === null ? [] : readCheckedLines(JSON.parse(earlier) as InvoiceDocument),
    plan: planOf(draft, history),
    overrides: { earlier: history?.wasOverridden ?? false, now: history?.isOverridden ?? false },
    ...{ meters, events, dueDay: dueDayOf(draft, inputs, known.now) },
    credits: readCheckedCredits(
      draft,
      { inputs, document },
      { ...known, credits: draft.accountId === null ? [] : (known.credits.get(draft.accountId) ?? []) },
    ),
    walletCurrency: draft.accountId === null ? null : (known.wallets.get(draft.accountId) ?? null),
    buyer: buyerOf(draft),
    duplicates: known.duplicates.get(draft.id) ?? [],
    obstacles: obstaclesOf(draft.info),
  };
}

function isRunning({ invoiceType, endAt }: StoredInvoice, now: Temporal.Instant): boolean {
  return invoiceType === 'STANDARD' && Temporal.Instant.compare(now, endAt) < 0;
}

function planOf({ planId, planVersion, details }: StoredInvoice, history: History | null) {
  if (!history || planId === null || planVersion === null) return null;
  const name = details.pricePlanName ?? planId;
  return { id: planId, name, version: planVersion, wasBilledBefore: history.hadVersion };
}

/** A draft that waits is dated on the day of its issue. */
function dueDayOf(
  { invoiceDate, netTermDays }: StoredInvoice,
  { timeZone }: InvoiceInputs,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const issuedAt = Temporal.Instant.compare(invoiceDate, now) < 0 ? now : invoiceDate;
  return localDate(issuedAt, timeZone).add({ days: netTermDays });
}

const WHERE = ['line1', 'line2', 'postalCode', 'city'] as const;

function buyerOf({ details }: StoredInvoice): CheckedDraft['buyer'] {
  const { account, customer, invoiceGroup: group, buyerTaxIds = [] } = details;
  const addresses = [group?.address, account?.address, customer?.address];
  const emails = [group?.email, account?.primaryEmail, customer?.primaryEmail];
  return {
    hasAddress: addresses.some((address) => WHERE.some((member) => address?.[member]?.trim())),
    hasEmail: emails.some((email) => email?.trim()),
    hasTaxId: buyerTaxIds.length > 0,
  };
}
