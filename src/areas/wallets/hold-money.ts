import { Decimal, ZERO } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import { type MoneyContext, type Moved, publishWallet, recordMovement } from './move-money.ts';
import { planWhenLow } from './plan-low.ts';
import { changeHold, findHold, type HoldRow, insertHold, listHolders, listHolds } from './store/holds.ts';
import { lockWallet, type WalletRow } from './store/wallets.ts';

const DESCRIPTION = 'Held for a draft';

/**
 * Holds money of a locked wallet for a draft, in addition to its existing hold: the requested amount, but at
 * most the draft's total and the wallet's balance.
 */
export async function holdMoney(
  context: MoneyContext,
  wallet: WalletRow,
  draft: { invoiceId: string; requested: Decimal; total: Decimal },
): Promise<WalletRow> {
  const { tx, org } = context;
  const { invoiceId, total } = draft;
  const { accountId } = wallet;
  const hold = await findHold(tx, org, { accountId, invoiceId });
  const requested = Decimal.max(ZERO, draft.requested.plus(hold?.requested ?? ZERO));
  if (hold) return resize(context, wallet, { hold, requested, total });
  const amount = holdable(wallet, { requested, total });
  return begin(context, wallet, { invoiceId, amount, requested });
}

/** An entry for nothing has already ended; it stores the amount to hold once the draft has a total. */
async function begin(
  context: MoneyContext,
  wallet: WalletRow,
  { invoiceId, amount, requested }: Pick<HoldRow, 'invoiceId' | 'amount' | 'requested'>,
): Promise<WalletRow> {
  const { tx, org, now } = context;
  const { accountId } = wallet;
  const isOpen = amount.gt(0);
  const row = { id: newId('wen', now), accountId, invoiceId, amount, requested, isOpen };
  await insertHold(tx, org, { ...row, description: DESCRIPTION, createdAt: now });
  return afterHold(context, withHeld(wallet, amount), amount);
}

/** Resizes the holds of an account to the current totals of its drafts; `totals` by draft id. */
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
  const { invoiceId } = hold;
  const amount = holdable(wallet, { requested, total, held: hold.amount });
  if (amount.eq(hold.amount) && requested.eq(hold.requested)) return wallet;
  if (!hold.isOpen) return begin(context, wallet, { invoiceId, amount, requested });
  if (amount.isZero()) await end(context, { ...hold, requested }, { amount, movementId: null, now });
  else await changeHold(tx, org, { id: hold.id, amount, requested, now });
  const more = amount.minus(hold.amount);
  return afterHold(context, withHeld(wallet, more), more);
}

/** Adds no hold on a wallet that is INACTIVE, which pays nothing. */
function holdable(
  { status, balance }: WalletRow,
  { requested, total, held = ZERO }: { requested: Decimal; total: Decimal; held?: Decimal },
): Decimal {
  const free = status === 'ACTIVE' ? balance : ZERO;
  return Decimal.max(ZERO, Decimal.min(requested, total, free.plus(held)));
}

/** Releases the hold for a deleted draft; for a group's, of all accounts in their order. */
export async function releaseHold(context: MoneyContext, invoiceId: string): Promise<void> {
  const { tx, org } = context;
  for (const accountId of await listHolders(tx, org, invoiceId)) {
    await lockWallet(tx, org, accountId);
    await giveUp(context, await findHold(tx, org, { accountId, invoiceId }));
  }
}

/**
 * Passes the hold of a draft that was merged into a group's to that one, up to the total of the merged part,
 * and releases the rest. It does not follow the group's total, because the part no longer changes.
 */
export async function passHold(
  context: MoneyContext,
  passed: { accountId: string; from: string; to: string; total: Decimal },
): Promise<void> {
  const { tx, org } = context;
  const { accountId, from, to, total } = passed;
  const has = await findHold(tx, org, { accountId, invoiceId: from });
  const wallet = has && (await lockWallet(tx, org, accountId));
  const hold = wallet && (await findHold(tx, org, { accountId, invoiceId: from }));
  if (!hold) return;
  const amount = holdable(wallet, { requested: hold.requested, total, held: hold.amount });
  await giveUp(context, hold);
  if (amount.isZero()) return;
  const freed = withHeld(wallet, hold.amount.negated());
  const before = await findHold(tx, org, { accountId, invoiceId: to });
  const all = amount.plus(before?.amount ?? ZERO);
  await holdMoney(context, freed, { invoiceId: to, requested: amount, total: all });
}

/** Final: the requested amount is nothing from now on. */
async function giveUp(context: MoneyContext, hold: HoldRow | null): Promise<void> {
  const { now } = context;
  if (hold?.isOpen) await end(context, { ...hold, requested: ZERO }, { amount: ZERO, movementId: null, now });
}

/**
 * Takes the hold for an issued document up to its total and releases the rest. Returns null if there was no
 * hold. Requires that the caller has locked the wallet.
 */
export async function takeHold(
  context: MoneyContext,
  wallet: WalletRow,
  { invoiceId, total }: { invoiceId: string; total: Decimal },
): Promise<(Moved & { amount: Decimal }) | null> {
  const { tx, org, now } = context;
  const { accountId, currency } = wallet;
  const before = await findHold(tx, org, { accountId, invoiceId });
  if (!before) return null;
  // Its total may differ from that of its last computation as a draft.
  const resized = await resize(context, wallet, { hold: before, requested: before.requested, total });
  const hold = await findHold(tx, org, { accountId, invoiceId });
  if (!hold?.isOpen) return { wallet: resized, movementId: 0, amount: ZERO };
  const { amount } = hold;
  const movement = { accountId, currency, amount, kind: 'NET_OFF', from: 'WALLET', to: 'INVOICES' } as const;
  const movementId = await recordMovement(context, movement);
  publishWallet(context, accountId, 'wallet.debited');
  await end(context, hold, { amount, movementId, now });
  return { wallet: { ...resized, holdAmount: resized.holdAmount.minus(amount) }, movementId, amount };
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
