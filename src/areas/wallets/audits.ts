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
      'what a wallet has is the sum of its entries, the close of the last one and, with what it holds, ' +
      'what its book in the ledger says',
    table: 'wallets',
    key: 'account_id',
    rows: PAGE_ACCOUNTS,
    find: listWalletMismatches,
    describe: ({ accountId, balance, entries, held, holds, closing, book }) => ({
      subject: `wallet of account ${accountId}`,
      problem:
        `its balance is ${balance}, its entries come to ${entries}, its book says ${book}; ` +
        `it holds ${held}, its holds come to ${holds}; its last entry closes at ${closing}`,
    }),
  }),
  {
    name: 'ledger.movements',
    claim: 'what a movement debits it credits too',
    async check({ tx, org }, after) {
      const page = await findMovementPage(tx, org, { after: after ?? '0', limit: PAGE_MOVEMENTS });
      const found = await listUnbalanced(tx, org, { page, limit: MAX_MISMATCHES });
      const mismatches = found.map(({ id, total }) => ({
        ...{ subject: `movement ${id}`, problem: `its postings come to ${total ?? 'nothing'} and not to 0` },
      }));
      return { mismatches, next: page.next };
    },
  },
];
