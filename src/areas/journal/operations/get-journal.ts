import { getOrganization } from '#areas/organizations/index.ts';
import { sumOutstanding } from '#areas/receivables/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { LEDGER_ACCOUNTS, readChart } from '#core/ledger-accounts.ts';
import { operation } from '#platform/http/operation.ts';
import { describeReceivables } from '../describe-receivables.ts';
import { journalPeriodInvalid } from '../problems.ts';
import { readPeriod } from '../rules.ts';
import { Journal, JournalQuery } from '../schema.ts';
import { sumDays, sumReceivablesSince } from '../store/journal.ts';

export const getJournal = operation({
  id: 'getJournal',
  method: 'GET',
  route: '/ext/v1/journal',
  scope: 'invoices:read',
  summary: 'Get the journal by day and account',
  description:
    'Debits and credits of each account for each local day and currency, of at most 31 days. An entry ' +
    'belongs to the day on which it was booked: a later void, refund or reversal is an entry of its own ' +
    'day, and no day that is over changes. The movement of RECEIVABLES is the difference of what customers ' +
    'owe at the end and at the beginning. The setting LEDGER_ACCOUNTS has the numbers and names.',
  request: { query: JournalQuery },
  response: { status: 200, body: Journal },
  problems: [journalPeriodInvalid],
  async handle({ tx, org, now }, { query }) {
    const { timezone: timeZone } = await getOrganization(tx, org);
    const period = readPeriod({ ...query, now, timeZone });
    const [days, chart, open, sinceStart, sinceEnd] = await Promise.all([
      sumDays(tx, org, period),
      findOrgSetting(tx, org, 'LEDGER_ACCOUNTS').then(readChart),
      sumOutstanding(tx, org),
      sumReceivablesSince(tx, org, period.start),
      sumReceivablesSince(tx, org, period.end),
    ]);
    return {
      ...{ from: period.from, to: period.to, asOf: now },
      rows: days.map(({ day, ...row }) => ({
        ...row,
        ...chart[row.account],
        date: period.from.add({ days: day }),
      })),
      receivables: describeReceivables({ open, sinceStart, sinceEnd }),
      accounts: LEDGER_ACCOUNTS.map((account) => ({ account, ...chart[account] })),
    };
  },
});
