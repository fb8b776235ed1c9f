import type { Journal } from '../../../api/generated/types.ts';

type Account = Journal['accounts'][number]['account'];
export type SayLedger = (key: `default.${Account}`) => string;

/** The names of the service for accounts that the organization has not named. */
export const DEFAULT_NAMES: Readonly<Record<Account, string>> = {
  CASH: 'Payments received',
  RECEIVABLES: 'Accounts receivable',
  CUSTOMER_BALANCES: 'Customer wallets',
  CREDITS: 'Customer credits',
  ORDER_PREPAYMENTS: 'Prepayments of orders',
  REFUNDS_PAYABLE: 'Credit notes and refunds payable',
  TAXES: 'Taxes payable',
  REVENUE_USAGE: 'Usage revenue',
  REVENUE_FEES: 'Subscription revenue',
  REVENUE_LICENSES: 'License revenue',
  REVENUE_CREDITS: 'Credits sold',
  REVENUE_CHARGES: 'Miscellaneous charges',
  REVENUE_OTHER: 'Other revenue',
  TOPUPS: 'Wallet top-ups sold',
  CREDITS_APPLIED: 'Credits applied to invoices',
  CREDIT_GRANTS: 'Credits granted and expired',
  WALLET_BONUSES: 'Wallet bonuses',
  REFUNDS: 'Refunds',
  BAD_DEBTS: 'Bad debts',
};

/** The name of a ledger account: a default in the language of the reader, any other as it was given. */
export function ledgerName({ account, name }: { account: Account; name: string }, say: SayLedger): string {
  return name === DEFAULT_NAMES[account] ? say(`default.${account}`) : name;
}
