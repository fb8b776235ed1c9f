import { publishEvent } from '#areas/webhooks/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { planWhenLow } from './plan-low.ts';
import { walletFull, walletInactive } from './problems.ts';
import { insertEntry, insertMovement, type Movement, type WalletRow } from './store/wallets.ts';
import type { Book, MovementKind } from './tables.ts';

export type MoneyContext = Pick<Context, 'tx' | 'org' | 'now'>;

/** A credit or debit of a wallet. */
export interface WalletMove {
  amount: Decimal;
  kind: MovementKind;
  /** The source or target of the money; absent: received from outside. */
  book?: Book;
  /** The entity that it is for. */
  entityId: string | null;
  description: string;
}

/** The wallet after a move, and the movement of the ledger. */
export interface Moved {
  wallet: WalletRow;
  movementId: number;
}

/**
 * Credits a locked wallet. `isOwed`: also one that is INACTIVE, because the money is the account's in any
 * case. `promotion`: the part without a source of money. Raises `walletInactive` or `walletFull`.
 */
export async function creditWallet(
  context: MoneyContext,
  wallet: WalletRow,
  { isOwed = false, promotion = ZERO, ...move }: WalletMove & { isOwed?: boolean; promotion?: Decimal },
): Promise<Moved> {
  const { accountId, balance, status } = wallet;
  if (status === 'INACTIVE' && !isOwed) throw walletInactive({ accountId });
  const total = balance.plus(move.amount);
  if (total.greaterThan(MAX_AMOUNT)) throw walletFull({ accountId });
  const { amount, book = 'RECEIVED' } = move;
  publishWallet(context, accountId, 'wallet.topped_up');
  const postings = { [book]: amount.minus(promotion), GRANTED: promotion, WALLET: amount.negated() };
  return {
    wallet: { ...wallet, balance: total },
    movementId: await enter(context, wallet, { move, postings }),
  };
}

/**
 * Debits a locked wallet with a sufficient balance; the database rejects more. `promotion`: the part without
 * a target of money.
 */
export async function debitWallet(
  context: MoneyContext,
  wallet: WalletRow,
  { promotion = ZERO, ...move }: WalletMove & { promotion?: Decimal },
): Promise<Moved> {
  const { amount, book = 'RECEIVED' } = move;
  const postings = { [book]: promotion.minus(amount), GRANTED: promotion.negated(), WALLET: amount };
  publishWallet(context, wallet.accountId, 'wallet.debited');
  const movementId = await enter(context, wallet, { move, postings });
  const left = { ...wallet, balance: wallet.balance.minus(amount) };
  await planWhenLow(context, left);
  return { wallet: left, movementId };
}

/** Publishes a credit or debit. */
export function publishWallet(
  { tx, org, now }: MoneyContext,
  accountId: string,
  type: 'wallet.topped_up' | 'wallet.debited',
): void {
  publishEvent(tx, org, { type, id: accountId, now });
}

async function enter(
  { tx, org, now }: MoneyContext,
  { accountId, currency }: WalletRow,
  { move, postings }: { move: WalletMove; postings: Movement['postings'] },
): Promise<number> {
  const { amount, kind, entityId, description } = move;
  const movementId = await insertMovement(tx, org, {
    movement: { accountId, kind, currency, postings },
    now,
  });
  const transactionType = postings.WALLET?.isNegative() ? 'CREDITED' : 'DEBITED';
  await insertEntry(tx, org, {
    ...{ id: newId('wen', now), accountId, movementId, transactionType, amount },
    ...{ entityId, description, createdAt: now },
  });
  return movementId;
}

/** Records a movement outside any wallet, with postings that sum to 0. Returns the number of the movement. */
export function recordMovement(
  { tx, org, now }: MoneyContext,
  movement: {
    accountId: string;
    kind: MovementKind;
    currency: string;
    amount: Decimal;
    from: Book;
    to: Book;
  },
): Promise<number> {
  const { amount, from, to, ...row } = movement;
  return insertMovement(tx, org, {
    movement: { ...row, postings: { [from]: amount, [to]: amount.negated() } },
    now,
  });
}
