import {
  digestDocument,
  listInvoicesById,
  readDocument,
  readEach,
  refreshAccountDrafts,
  type StoredInvoice,
} from '#areas/invoices/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { type CheckTerms, checkDraft, DEFAULT_TERMS, readCheckTerms } from '#core/invoice-checks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type GatheredDraft, gatherFacts } from './gather/gather-facts.ts';
import { keyFinding, levelOf } from './rules.ts';
import { listDismissals } from './store/dismissals.ts';
import type { ComputedRow } from './store/reviewed-drafts.ts';

interface Context {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

/**
 * Computes drafts with their findings; omits invoices that are no drafts any more.
 *
 * For a bill run it first refreshes all drafts of their accounts. Each then holds the credits that its stored
 * amount takes, and leaves them to the drafts before it when it is issued: so it is issued with this amount,
 * whatever becomes of the others.
 */
export async function computeDrafts(
  context: Context,
  drafts: readonly { invoiceId: string; accountId: string | null }[],
  { isFrozen }: { isFrozen: boolean },
): Promise<ComputedRow[]> {
  const { tx, org, now } = context;
  const invoiceIds = drafts.map(({ invoiceId }) => invoiceId);
  if (isFrozen)
    for (const accountId of new Set(drafts.flatMap((draft) => draft.accountId ?? [])))
      await refreshAccountDrafts(context, accountId);
  const stored = await listInvoicesById(tx, org, invoiceIds);
  const open = stored.filter(({ status }) => status === 'DRAFT');
  const isRefreshed = ({ accountId }: StoredInvoice) => isFrozen && accountId !== null;
  const read = await readEach(
    tx,
    org,
    open.filter((row) => !isRefreshed(row)).map((row) => ({ row, now })),
  );
  const current = [...open.filter(isRefreshed), ...read];
  const terms = await readTerms(tx, org);
  const gathered = await gatherFacts(tx, org, { drafts: current, terms, now });
  const dismissals = await listDismissals(tx, org, invoiceIds);
  return gathered.map((each) => rowOf(each, terms, dismissals.get(each.draft.id)));
}

/** The rules and thresholds of the organization. */
export async function readTerms(tx: Tx, org: Org): Promise<CheckTerms> {
  const value = await findOrgSetting(tx, org, 'INVOICE_CHECKS');
  return value === null ? DEFAULT_TERMS : readCheckTerms(JSON.parse(value));
}

function rowOf(
  { draft, history, facts }: GatheredDraft,
  terms: CheckTerms,
  dismissed: ReadonlyMap<string, unknown> | undefined,
): ComputedRow {
  const findings = checkDraft(facts, terms).map(keyFinding);
  return {
    invoiceId: draft.id,
    amount: draft.totalAmount,
    digest: digestDocument(readDocument(draft)),
    invoiceDate: draft.invoiceDate,
    previousInvoiceId: history?.previousId ?? null,
    previousAmount: history?.previousAmount ?? null,
    findings,
    level: levelOf(findings, dismissed),
  };
}
