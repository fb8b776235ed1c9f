import { lockAccount } from '#areas/accounts/index.ts';
import { netOffDue, refreshAccountDrafts } from '#areas/invoices/index.ts';
import { runDry } from '#platform/db/dry-run.ts';
import type { Context } from '#platform/http/operation.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';
import { compareInvoices, type OpenInvoice, type ReadInvoice } from './compare-invoices.ts';
import { countDrafts, listOpenIds, readOpenInvoices } from './store/open-invoices.ts';

/** Drafts that one preview recomputes; accounts whose drafts exceed it are omitted. */
const MAX_DRAFTS = 100;
/** Invoices per account that a wallet pays at once. */
const MAX_DUE = 200;

type Effect = {
  invoices: ReturnType<typeof compareInvoices>;
  omittedAccounts: number;
};

/** What `work` did, and the credits that it granted. */
interface Worked<T> {
  result: T;
  granted?: ReadonlySet<string>;
  /** Whether the wallet now pays what is due. */
  pays?: boolean;
}

/**
 * Changes credits or wallets of accounts, lets invoices follow as scheduled work does, and rolls everything
 * back. Returns the invoices and drafts that differ, and what `read` finds before the rollback. Locks the
 * accounts in the common order of their ids.
 */
export async function previewBalances<T, R>(
  context: Context,
  accountIds: readonly string[],
  steps: { work(): Promise<Worked<T>>; read(worked: T, shown: ReadonlySet<string>): Promise<R> },
): Promise<Effect & { read: R }> {
  const { tx, org } = context;
  return runDry(tx, async () => {
    const ids = [...new Set(accountIds)].sort();
    for (const id of ids) await lockAccount(tx, org, id);
    const shown = await accountsWithin(context, ids);
    // A stored draft may be up to a quarter of an hour old.
    for (const id of shown) await refreshAccountDrafts(context, id);
    const openIds = await listOpenIds(tx, org, { accountIds: shown, due: MAX_DUE });
    const before = await readAll(context, openIds);
    const { result, granted = NONE, pays = false } = await steps.work();
    for (const accountId of shown) {
      if (pays) await netOffDue(context, { accountId });
      await refreshAccountDrafts(context, accountId);
    }
    const after = await readAll(context, openIds);
    const invoices = compareInvoices(before, after, (creditId) => granted.has(creditId));
    const read = await steps.read(result, new Set(shown));
    return { invoices, omittedAccounts: ids.length - shown.length, read };
  });
}

const NONE: ReadonlySet<string> = new Set();

/** The accounts in their order, as long as their drafts together are few enough. */
async function accountsWithin({ tx, org }: Context, ids: readonly string[]): Promise<string[]> {
  const drafts = await countDrafts(tx, org, { accountIds: ids, limit: MAX_DRAFTS });
  let left = MAX_DRAFTS;
  return ids.filter((id) => {
    const count = drafts.get(id) ?? 0;
    if (count > left) return false;
    left -= count;
    return true;
  });
}

async function readAll({ tx, org }: Context, ids: readonly string[]): Promise<ReadInvoice[]> {
  const read: ReadInvoice[] = [];
  for (const invoice of await readOpenInvoices(tx, org, ids)) read.push(await readOne(invoice));
  return read;
}

async function readOne(invoice: OpenInvoice): Promise<ReadInvoice> {
  const { document } = invoice;
  return {
    invoice,
    document: document === null ? null : ((await parseInTurns(document)) as ReadInvoice['document']),
  };
}
