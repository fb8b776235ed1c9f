/** The accounts of the journal, in the order of a balance sheet and an income statement. */
export const LEDGER_ACCOUNTS = [
  'CASH',
  'RECEIVABLES',
  'CUSTOMER_BALANCES',
  'CREDITS',
  'ORDER_PREPAYMENTS',
  'REFUNDS_PAYABLE',
  'TAXES',
  'REVENUE_USAGE',
  'REVENUE_FEES',
  'REVENUE_LICENSES',
  'REVENUE_CREDITS',
  'REVENUE_CHARGES',
  'REVENUE_OTHER',
  'TOPUPS',
  'CREDITS_APPLIED',
  'CREDIT_GRANTS',
  'WALLET_BONUSES',
  'REFUNDS',
  'BAD_DEBTS',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** The number and name under which an organization's accountants keep an account. */
export interface LedgerName {
  number: string;
  name: string;
}

export const DEFAULT_CHART: Readonly<Record<LedgerAccount, LedgerName>> = {
  CASH: { number: '1000', name: 'Payments received' },
  RECEIVABLES: { number: '1200', name: 'Accounts receivable' },
  CUSTOMER_BALANCES: { number: '2100', name: 'Customer wallets' },
  CREDITS: { number: '2110', name: 'Customer credits' },
  ORDER_PREPAYMENTS: { number: '2120', name: 'Prepayments of orders' },
  REFUNDS_PAYABLE: { number: '2130', name: 'Credit notes and refunds payable' },
  TAXES: { number: '2200', name: 'Taxes payable' },
  REVENUE_USAGE: { number: '4000', name: 'Usage revenue' },
  REVENUE_FEES: { number: '4010', name: 'Subscription revenue' },
  REVENUE_LICENSES: { number: '4020', name: 'License revenue' },
  REVENUE_CREDITS: { number: '4030', name: 'Credits sold' },
  REVENUE_CHARGES: { number: '4040', name: 'Miscellaneous charges' },
  REVENUE_OTHER: { number: '4090', name: 'Other revenue' },
  TOPUPS: { number: '4100', name: 'Wallet top-ups sold' },
  CREDITS_APPLIED: { number: '4200', name: 'Credits applied to invoices' },
  CREDIT_GRANTS: { number: '4210', name: 'Credits granted and expired' },
  WALLET_BONUSES: { number: '4220', name: 'Wallet bonuses' },
  REFUNDS: { number: '4300', name: 'Refunds' },
  BAD_DEBTS: { number: '6900', name: 'Bad debts' },
};

const MAX_NUMBER = 30;
const MAX_NAME = 100;

/**
 * What is wrong with a chart, `{"RECEIVABLES": {"number": "1200", "name"?}}`; null if nothing is. Accounts
 * may share a number, because a ledger can be coarser than the journal, but then they share its name.
 */
export function chartProblem(value: unknown): string | null {
  if (!isObject(value)) return 'must be an object';
  for (const [account, entry] of Object.entries(value)) {
    if (!LEDGER_ACCOUNTS.some((known) => known === account))
      return `unknown account ${account.slice(0, 50)}; the accounts are ${LEDGER_ACCOUNTS.join(', ')}`;
    const rule = entryProblem(entry);
    if (rule) return `${account} ${rule}`;
  }
  return clashProblem(chartOf(value));
}

function clashProblem(chart: Record<LedgerAccount, LedgerName>): string | null {
  for (const [index, account] of LEDGER_ACCOUNTS.entries()) {
    const { number, name } = chart[account];
    const other = LEDGER_ACCOUNTS.slice(0, index).find(
      (each) => chart[each].number.trim() === number.trim() && chart[each].name.trim() !== name.trim(),
    );
    if (other)
      return (
        `${other} and ${account} have the number ${number}, but different names; ` +
        'give them different numbers, or the same name'
      );
  }
  return null;
}

function entryProblem(entry: unknown): string | null {
  if (!isObject(entry)) return 'must be an object';
  const { number, name, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `has the unknown field ${unknown.slice(0, 50)}`;
  return textProblem('number', number, MAX_NUMBER) ?? textProblem('name', name, MAX_NAME);
}

function textProblem(member: string, value: unknown, max: number): string | null {
  if (value === undefined) return null;
  const isFine =
    typeof value === 'string' &&
    value.trim() !== '' &&
    [...value].length <= max &&
    !/[\p{Cc}\p{Cs}]/u.test(value);
  return isFine ? null : `${member} must have 1 to ${max} printable characters`;
}

/** The chart of an organization: its own numbers and names, and the default for what it did not set. */
export function readChart(setting: string | null): Record<LedgerAccount, LedgerName> {
  return chartOf(JSON.parse(setting ?? '{}') as Record<string, unknown>);
}

function chartOf(
  own: Partial<Record<LedgerAccount, Partial<LedgerName>>>,
): Record<LedgerAccount, LedgerName> {
  return Object.fromEntries(
    LEDGER_ACCOUNTS.map((account) => [account, { ...DEFAULT_CHART[account], ...own[account] }]),
  ) as Record<LedgerAccount, LedgerName>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
