import { Decimal, ZERO } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import { type MoneyContext, type Moved, publishWallet, recordMovement } from './move-money.ts';
import { planWhenLow } from './plan-low.ts';
import { changeHold, findHold, type HoldRow, insertHold, listHolders, listHolds } from './store/holds.ts';
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
  const { tx, org } = context;
  const { invoiceId, total } = draft;
  const { accountId } = wallet;
  const hold = await findHold(tx, org, { accountId, invoiceId });
  const requested = Decimal.max(ZERO, draft.requested.plus(hold?.requested ?? ZERO));
  if (hold) return resize(context, wallet, { hold, requested, total });
  const amount = holdable(wallet, { requested, total });
  return begin(context, wallet, { invoiceId, amount, requested });
}

/** Of nothing the entry has ended already: it says what is held when the draft comes to something. */
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
  const { invoiceId } = hold;
  const amount = holdable(wallet, { requested, total, held: hold.amount });
  if (amount.eq(hold.amount) && requested.eq(hold.requested)) return wallet;
  if (!hold.isOpen) return begin(context, wallet, { invoiceId, amount, requested });
  if (amount.isZero()) await end(context, { ...hold, requested }, { amount, movementId: null, now });
  else await changeHold(tx, org, { id: hold.id, amount, requested, now });
  const more = amount.minus(hold.amount);
  return afterHold(context, withHeld(wallet, more), more);
}

/** Nothing more of a wallet that is INACTIVE, which gives no money. */
function holdable(
  { status, balance }: WalletRow,
  { requested, total, held = ZERO }: { requested: Decimal; total: Decimal; held?: Decimal },
): Decimal {
  const free = status === 'ACTIVE' ? balance : ZERO;
  return Decimal.max(ZERO, Decimal.min(requested, total, free.plus(held)));
}

/** Gives back what was kept for a draft that is no more; of a group's, to all accounts in their order. */
export async function releaseHold(context: MoneyContext, invoiceId: string): Promise<void> {
  const { tx, org } = context;
  for (const accountId of await listHolders(tx, org, invoiceId)) {
    await lockWallet(tx, org, accountId);
    await giveUp(context, await findHold(tx, org, { accountId, invoiceId }));
  }
}

/**
 * What was kept for a draft that has become a part of a group's is kept for that one, as much as the part
 * comes to; the rest is free again. It does not follow the group's, as the part changes no more.
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

/** For good: what is requested is nothing from now on. */
async function giveUp(context: MoneyContext, hold: HoldRow | null): Promise<void> {
  const { now } = context;
  if (hold?.isOpen) await end(context, { ...hold, requested: ZERO }, { amount: ZERO, movementId: null, now });
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
  const { accountId, currency } = wallet;
  const before = await findHold(tx, org, { accountId, invoiceId });
  if (!before) return null;
  // It may come to more or less than it did when it was last computed as a draft.
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
