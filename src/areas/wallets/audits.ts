import { type Audit, MAX_MISMATCHES } from '#platform/audits.ts';
import { auditByKeys } from '#platform/db/audit-by-keys.ts';
import { findMovementPage, listUnbalanced, listWalletMismatches } from './store/audit.ts';

const PAGE_ACCOUNTS = 500;
const PAGE_MOVEMENTS = 5_000;

/** Audits of wallets and their ledger. */
export const walletAudits: readonly Audit[] = [
  auditByKeys({
    name: 'wallets.balances',
    claim:
      'the balance of a wallet equals the sum of its entries and the closing balance of the last ' +
      'one and, together with its holds, its balance in the ledger',
    table: 'wallets',
    key: 'account_id',
    rows: PAGE_ACCOUNTS,
    find: listWalletMismatches,
    describe: ({ accountId, balance, entries, held, holds, closing, book }) => ({
      subject: `wallet of account ${accountId}`,
      problem:
        `its balance is ${balance}, its entries add up to ${entries}, its ledger balance is ` +
        `${book}; it holds ${held}, its holds add up to ${holds}; its last entry closes at ` +
        `${closing}`,
    }),
  }),
  {
    name: 'ledger.movements',
    claim: 'the postings of every movement sum to 0',
    async check({ tx, org }, after) {
      const page = await findMovementPage(tx, org, { after: after ?? '0', limit: PAGE_MOVEMENTS });
      const found = await listUnbalanced(tx, org, { page, limit: MAX_MISMATCHES });
      const mismatches = found.map(({ id, total }) => ({
        ...{ subject: `movement ${id}`, problem: `its postings sum to ${total ?? 'nothing'} instead of 0` },
      }));
      return { mismatches, next: page.next };
    },
  },
];
