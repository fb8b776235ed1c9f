import { getOrganization } from '#areas/organizations/index.ts';
import { localDate } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import { MAX_ENTRIES, statementDebtorNotFound, statementTooLong } from './problems.ts';
import { readPeriod } from './rules.ts';
import { type Debtor, findDebtorName, listChanges, sumOwedBefore } from './store/statements.ts';

const SPAN = { max: 366, fallback: 90 };

export interface Asked {
  debtor: Debtor;
  currency: string;
  from?: Temporal.PlainDate | string | undefined;
  to?: Temporal.PlainDate | string | undefined;
}

/** Raises `statementDebtorNotFound`, `statementTooLong` or `journalPeriodInvalid`. */
export async function readStatement(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { debtor, currency, from, to }: Asked,
) {
  const { timezone: timeZone } = await getOrganization(tx, org);
  const period = readPeriod({ from, to, now, timeZone, span: SPAN });
  const name = await findDebtorName(tx, org, debtor);
  if (name === null) throw statementDebtorNotFound({ id: debtor.id });
  const wanted = { debtor, currency };
  const [opening, rows] = await Promise.all([
    sumOwedBefore(tx, org, { ...wanted, before: period.start }),
    listChanges(tx, org, { ...wanted, start: period.start, end: period.end, limit: MAX_ENTRIES }),
  ]);
  if (rows.length > MAX_ENTRIES) throw statementTooLong();
  let balance = opening;
  const entries = rows.map((row) => {
    balance = balance.plus(row.amount);
    return { ...row, date: localDate(row.bookedAt, timeZone), balance };
  });
  return {
    ...{ debtorType: debtor.type, debtorId: debtor.id, debtorName: name, currency },
    ...{ from: period.from, to: period.to, asOf: now, opening, closing: balance, entries },
  };
}
