import { getOrganization } from '#areas/organizations/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { ZERO } from '#core/decimal.ts';
import { readChart } from '#core/ledger-accounts.ts';
import { localDate } from '#core/period-zone.ts';
import { operation } from '#platform/http/operation.ts';
import { journalPeriodInvalid } from '../problems.ts';
import { readListedPeriod } from '../rules.ts';
import { JournalLinePage } from '../schema.ts';
import { journalLineList, listLines } from '../store/journal.ts';

export const listJournalLines = operation({
  id: 'listJournalLines',
  method: 'GET',
  route: '/ext/v1/journal/lines',
  scope: 'invoices:read',
  summary: 'List the lines of the journal',
  description:
    'The double entries behind the sums of the journal, of at most 31 days: by default those that end ' +
    'today. Debits and credits of one entry are equal. Invoices are split by the kinds of their lines.',
  response: { status: 200, body: JournalLinePage },
  list: journalLineList,
  problems: [journalPeriodInvalid],
  async handle({ tx, org, now }, { page }) {
    const { timezone: timeZone } = await getOrganization(tx, org);
    const period = readListedPeriod(page.filters, { now, timeZone });
    const [{ rows, nextToken }, chart] = await Promise.all([
      listLines(tx, org, { page, period }),
      findOrgSetting(tx, org, 'LEDGER_ACCOUNTS').then(readChart),
    ]);
    const data = rows.map(({ amount, ...line }) => ({
      ...line,
      ...chart[line.account],
      date: localDate(line.bookedAt, timeZone),
      debit: amount.gt(ZERO) ? amount : ZERO,
      credit: amount.lt(ZERO) ? amount.negated() : ZERO,
    }));
    return { data, nextToken };
  },
});
