import { Decimal, ZERO } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import { type MoneyContext, type Moved, recordMovement, tellWallet } from './move-money.ts';
import { planWhenLow } from './plan-low.ts';
import { changeHold, findHold, type HoldRow, insertHold, listHolds } from './store/holds.ts';
import { lockWallet, type WalletRow } from './store/wallets.ts';

const DESCRIPTION = 'Held for a draft';

/**
 * Keeps money of a locked wallet for a draft, beside what is kept for it already: as much as is asked for,
 * but no more than the draft comes to and the wallet has.
 */
export async function holdMoney(
  context: MoneyContext,
  wallet: WalletRow,
  draft: { invoiceId: string; requested: Decimal; total: Decimal },
): Promise<WalletRow> {
  const { tx, org, now } = context;
  const { invoiceId, total } = draft;
  const hold = await findHold(tx, org, invoiceId);
  if (hold) {
    const requested = Decimal.max(ZERO, hold.requested.plus(draft.requested));
    return resize(context, wallet, { hold, requested, total });
  }
  const { requested } = draft;
  const { accountId } = wallet;
  const amount = Decimal.max(ZERO, Decimal.min(requested, total, wallet.balance));
  const id = newId('wen', now);
  const row = { id, accountId, invoiceId, amount, requested, description: DESCRIPTION, createdAt: now };
  await insertHold(tx, org, row);
  return afterHold(context, withHeld(wallet, amount), amount);
}

/** Makes the holds of an account as large as its drafts allow now; `totals` by the ids of the drafts. */
export async function resizeHolds(
  context: MoneyContext,
  accountId: string,
  totals: ReadonlyMap<string, Decimal>,
): Promise<void> {
  const { tx, org } = context;
  if ((await listHolds(tx, org, accountId)).length === 0) return;
  let wallet = await lockWallet(tx, org, accountId);
  // Read again under the lock.
  for (const hold of await listHolds(tx, org, accountId)) {
    const total = totals.get(hold.invoiceId);
    const { requested } = hold;
    if (wallet && total) wallet = await resize(context, wallet, { hold, requested, total });
  }
}

/** Less of it is free. */
async function afterHold(context: MoneyContext, wallet: WalletRow, held: Decimal): Promise<WalletRow> {
  if (held.gt(0)) await planWhenLow(context, wallet);
  return wallet;
}

async function resize(
  context: MoneyContext,
  wallet: WalletRow,
  { hold, requested, total }: { hold: HoldRow; requested: Decimal; total: Decimal },
): Promise<WalletRow> {
  const { tx, org, now } = context;
  const amount = Decimal.max(ZERO, Decimal.min(requested, total, wallet.balance.plus(hold.amount)));
  if (amount.eq(hold.amount) && requested.eq(hold.requested)) return wallet;
  await changeHold(tx, org, { id: hold.id, amount, requested, now });
  const more = amount.minus(hold.amount);
  return afterHold(context, withHeld(wallet, more), more);
}

/** Gives back what was kept for a draft that is no more. */
export async function releaseHold(context: MoneyContext, invoiceId: string): Promise<void> {
  const { tx, org, now } = context;
  const found = await findHold(tx, org, invoiceId);
  if (!found) return;
  await lockWallet(tx, org, found.accountId);
  const hold = await findHold(tx, org, invoiceId);
  if (hold) await end(context, hold, { amount: ZERO, movementId: null, now });
}

/**
 * Takes of what was kept for a document as much as it comes to, now that it is issued; the rest is free
 * again. Null when nothing was kept. The caller has locked the wallet.
 */
export async function takeHold(
  context: MoneyContext,
  wallet: WalletRow,
  { invoiceId, total }: { invoiceId: string; total: Decimal },
): Promise<(Moved & { amount: Decimal }) | null> {
  const { tx, org, now } = context;
  if (wallet.holdAmount.isZero()) return null;
  const hold = await findHold(tx, org, invoiceId);
  if (!hold) return null;
  const amount = Decimal.max(ZERO, Decimal.min(hold.amount, total));
  const { accountId, currency } = wallet;
  const isTaken = amount.gt(0);
  const movement = { accountId, currency, amount, kind: 'NET_OFF', from: 'WALLET', to: 'INVOICES' } as const;
  const movementId = isTaken ? await recordMovement(context, movement) : null;
  if (isTaken) tellWallet(context, accountId, 'wallet.debited');
  await end(context, hold, { amount, movementId, now });
  const rest = hold.amount.minus(amount);
  const holdAmount = wallet.holdAmount.minus(hold.amount);
  const left = { ...wallet, balance: wallet.balance.plus(rest), holdAmount };
  return { wallet: left, movementId: movementId ?? 0, amount };
}

function end(
  { tx, org }: MoneyContext,
  { id, requested }: HoldRow,
  { amount, movementId, now }: { amount: Decimal; movementId: number | null; now: Temporal.Instant },
): Promise<void> {
  const description = movementId === null ? 'Hold released' : 'Invoice';
  return changeHold(tx, org, { id, amount, requested, now, end: { movementId, description } });
}

function withHeld(wallet: WalletRow, amount: Decimal): WalletRow {
  const { balance, holdAmount } = wallet;
  return { ...wallet, balance: balance.minus(amount), holdAmount: holdAmount.plus(amount) };
}
