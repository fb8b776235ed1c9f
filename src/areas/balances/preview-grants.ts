import { type AccountRow, accountNotFound, findAccount } from '#areas/accounts/index.ts';
import { type CreditRow, findCreditsByKey, grantCredits, type NewCredit } from '#areas/credits/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import type { Context } from '#platform/http/operation.ts';
import { Problem } from '#platform/problem.ts';
import { previewBalances } from './preview-balances.ts';
import { readHeld } from './store/open-invoices.ts';

/** A request, and what became of it. */
interface Outcome {
  request: NewCredit;
  account: AccountRow | null;
  credit: CreditRow | null;
  isRepeated: boolean;
  problem: Problem | null;
}

/**
 * Grants each of the credits that can be granted, and rolls everything back. Returns what would become of
 * each request, in their order, and the drafts that would change.
 */
export async function previewGrants(context: Context, requests: readonly NewCredit[]) {
  const accounts = await findAccounts(context, requests);
  const ids = [...accounts.values()].flatMap((account) => account?.id ?? []);
  const { read: grants, ...effect } = await previewBalances(context, ids, {
    async work() {
      const result = await grantEach(context, requests, accounts);
      const granted = result.flatMap(({ credit, isRepeated }) => (credit && !isRepeated ? [credit.id] : []));
      return { result, granted: new Set(granted) };
    },
    async read(outcomes, shown) {
      const creditIds = outcomes.flatMap(({ credit }) => credit?.id ?? []);
      const held = await readHeld(context.tx, context.org, creditIds);
      return outcomes.map((outcome) =>
        describe(outcome, shown.has(outcome.account?.id ?? '') ? held : new Map()),
      );
    },
  });
  return { grants, ...effect };
}

/** By the references in the requests; null for those of no account. */
async function findAccounts(
  { tx, org }: Context,
  requests: readonly NewCredit[],
): Promise<Map<string, AccountRow | null>> {
  const found = new Map<string, AccountRow | null>();
  for (const { accountId } of requests)
    if (!found.has(accountId)) found.set(accountId, await findAccount(tx, org, accountId));
  return found;
}

async function grantEach(
  context: Context,
  requests: readonly NewCredit[],
  accounts: ReadonlyMap<string, AccountRow | null>,
): Promise<Outcome[]> {
  const known = await listKnown(context, requests, accounts);
  const outcomes: Outcome[] = [];
  for (const request of requests) {
    const account = accounts.get(request.accountId) ?? null;
    const outcome = { request, account, credit: null, isRepeated: false, problem: null };
    if (!account) {
      outcomes.push({ ...outcome, problem: accountNotFound({ id: request.accountId }) });
      continue;
    }
    try {
      const [credit = null] = await inSavepoint(context.tx, () => grantCredits(context, [request]));
      outcomes.push({ ...outcome, credit, isRepeated: credit !== null && known.has(credit.id) });
      if (credit) known.add(credit.id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.push({ ...outcome, problem: error });
    }
  }
  return outcomes;
}

/** The credits that already have one of the idempotency keys. */
async function listKnown(
  { tx, org }: Context,
  requests: readonly NewCredit[],
  accounts: ReadonlyMap<string, AccountRow | null>,
): Promise<Set<string>> {
  const keyed = requests.flatMap(({ accountId, idempotencyKey }) => {
    const account = accounts.get(accountId);
    return account && idempotencyKey ? [{ accountId: account.id, idempotencyKey }] : [];
  });
  const known = keyed.length === 0 ? [] : await findCreditsByKey(tx, org, keyed);
  return new Set(known.map(({ id }) => id));
}

function describe(outcome: Outcome, held: ReadonlyMap<string, Decimal>) {
  const { request, account, credit, isRepeated, problem } = outcome;
  const drawnAmount = credit && !isRepeated ? held.get(credit.id) : undefined;
  return {
    accountId: account?.id ?? request.accountId,
    creditAmount: request.creditAmount,
    isRepeated,
    ...(account && { accountName: account.name, currency: account.invoiceCurrency }),
    ...(drawnAmount !== undefined && { drawnAmount }),
    ...(problem && { problem: { code: problem.code, message: problem.message.replace(PLACE, '') } }),
  };
}

/** The place in the request of one grant says nothing here. */
const PLACE = /^creditRequests\[0\]\./;
