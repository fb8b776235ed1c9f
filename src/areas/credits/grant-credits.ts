import { type AccountRow, accountNotFound, findAccount, lockAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { isForever, localDate } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import { noteCreated, noteEffect } from '#platform/db/effects.ts';
import { newId } from '#platform/ids.ts';
import { checkBillables } from './check-billables.ts';
import { checkGrant } from './check-grant.ts';
import { matchKeys } from './match-keys.ts';
import { type LedgerContext, planCreditsChanged, planExpiry } from './plan-changes.ts';
import type { CreditRequest } from './schema.ts';
import { type CreditRow, type InsertedCredit, insertCredits } from './store/credits.ts';
import { insertTransactions } from './store/ledger.ts';

export type NewCredit = CreditRequest;

/**
 * Grants all of the credits or none, and returns them in the order of the requests. A request whose
 * idempotency key already has a credit returns that one in its current state. Locks the accounts, so that
 * grants under one key are serialized, and no account is archived during a grant. `isPaid`: the account gets
 * it for money.
 */
export async function grantCredits(
  context: LedgerContext,
  requests: readonly NewCredit[],
  { isPaid = false }: { isPaid?: boolean } = {},
): Promise<CreditRow[]> {
  const { tx, org, now } = context;
  const accounts = await lockAccountsOf(context, requests);
  const drafts = requests.map((request, i) => draftCredit(context, request, accounts[i] as AccountRow));
  const { matched, existing } = await matchKeys(tx, org, drafts);
  const added = drafts.filter((draft, i) => matched[i] === draft);
  await checkBillables(
    tx,
    org,
    added.flatMap(({ applicableEntityIds }) => applicableEntityIds),
  );
  const { timezone } = await getOrganization(tx, org);
  const today = localDate(now, timezone);
  for (const [i, draft] of drafts.entries())
    if (matched[i] === draft)
      checkGrant(draft, { account: accounts[i] as AccountRow, today, at: `creditRequests[${i}].` });
  const inserted = await insertGrants(context, added, timezone);
  if (!isPaid) for (const credit of inserted) noteGift(tx, credit);
  const rows = new Map([...existing, ...inserted].map((row) => [row.id, row]));
  return matched.map(({ id }) => rows.get(id) as CreditRow);
}

/** A credit for nothing pays the account's next invoices, as a refund would. */
function noteGift(tx: Tx, { id, accountId, creditAmount: amount, creditUnit: currency }: CreditRow): void {
  noteCreated(tx, id);
  const subject = { type: 'credit', id };
  const money = { amount, currency };
  noteEffect(tx, { kind: 'REFUND', action: 'GRANT_CREDIT', subject, accountId, money });
}

/** Locks in the common order of account ids, whatever the order of the requests. */
async function lockAccountsOf(
  { tx, org }: LedgerContext,
  requests: readonly NewCredit[],
): Promise<AccountRow[]> {
  const refs = [...new Set(requests.map(({ accountId }) => accountId))];
  const found = await Promise.all(refs.map((ref) => findAccount(tx, org, ref)));
  const missing = found.indexOf(null);
  if (missing >= 0) throw accountNotFound({ id: refs[missing] ?? '' });
  const ids = found.map((account) => account?.id ?? '');
  // Statements of one transaction run in the order in which they are sent.
  const locked = await Promise.all([...new Set(ids)].sort().map((id) => lockAccount(tx, org, id)));
  const byId = new Map(locked.map((account) => [account.id, account]));
  const byRef = new Map(refs.map((ref, i) => [ref, byId.get(ids[i] ?? '')]));
  return requests.map(({ accountId }) => byRef.get(accountId) as AccountRow);
}

function draftCredit({ org, now }: LedgerContext, request: NewCredit, account: AccountRow): InsertedCredit {
  const { effectiveUntil, creditAmount, effectiveFrom, priority } = request;
  return {
    orgId: org.orgId,
    id: newId('cred', now),
    accountId: account.id,
    customerId: account.customerId,
    purpose: request.purpose.trim(),
    applicableEntityIds: request.applicableEntityIds ?? [],
    effectiveFrom,
    effectiveUntil: effectiveUntil && !isForever(effectiveUntil) ? effectiveUntil : null,
    creditAmount,
    priority,
    status: 'ACTIVE',
    creditUnit: account.invoiceCurrency,
    grantorId: request.grantorId ?? null,
    idempotencyKey: request.idempotencyKey ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Inserts rows with their first transactions, and plans their expiry and the refresh of the drafts. */
export async function insertGrants(
  context: LedgerContext,
  added: readonly InsertedCredit[],
  timeZone: string,
): Promise<CreditRow[]> {
  if (added.length === 0) return [];
  const { tx, org, now } = context;
  const rows = await insertCredits(tx, added);
  for (const { id } of rows) publishEvent(tx, org, { type: 'credit.granted', id, now });
  const transactions = rows.map(({ id, creditAmount, grantorId }) => {
    return { creditId: id, transactionType: 'CREDITED', amount: creditAmount, entityId: grantorId } as const;
  });
  await insertTransactions(tx, org, { transactions, now });
  const planEnding = async ({ id, accountId, effectiveUntil }: CreditRow) => {
    if (effectiveUntil) await planExpiry(context, { id, accountId, lastDay: effectiveUntil, timeZone });
  };
  await Promise.all(rows.map(planEnding));
  await planCreditsChanged(
    context,
    rows.map(({ accountId }) => accountId),
  );
  return rows;
}
