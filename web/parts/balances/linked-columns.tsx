import type { Column } from '../../ui/data-table/columns.tsx';
import { Money } from '../../ui/money.tsx';
import { ExplainLink } from '../explain-link.tsx';
import { RecordLink } from '../record-link.tsx';
import { linkOf } from './entity-link.ts';

type Say = (key: string) => string;
type Place = Pick<Column<never>, 'place' | 'isExtra' | 'sort'>;

interface ExplainedAmount {
  /** Absent: there is none yet. */
  amount: string | undefined;
  currency: string | undefined;
  /** Absent: the amount is none of an invoice. */
  invoiceId: string | undefined;
  line?: string | undefined;
}

/** An amount that leads to its explanation. */
export function explained<Row>(id: string, read: (row: Row) => ExplainedAmount, more?: Place): Column<Row> {
  return {
    id,
    isNumber: true,
    place: 'amount',
    text: (row) => read(row).amount ?? '',
    cell: (row) => {
      const { amount, currency, invoiceId, line } = read(row);
      const shown = <Money amount={amount} currency={currency} hasCode />;
      if (invoiceId === undefined || amount === undefined) return shown;
      return (
        <ExplainLink invoiceId={invoiceId} line={line}>
          {shown}
        </ExplainLink>
      );
    },
    ...more,
  };
}

interface Named {
  area: string;
  id: string;
  name: string;
}

/** The name of a record, which leads to its page. */
export function recordLink<Row>(
  id: string,
  read: (row: Row, say: Say) => Named | null,
  more?: Place,
): Column<Row> {
  return {
    id,
    place: 'title',
    text: (row, say) => read(row, say)?.name ?? '',
    cell: (row, say) => {
      const named = read(row, say);
      return named ? (
        <RecordLink area={named.area} id={named.id}>
          {named.name}
        </RecordLink>
      ) : (
        '—'
      );
    },
    ...more,
  };
}

/** The record of an id of any kind, such as what a wallet entry was for; named by its kind. */
export function entityLink<Row>(
  id: string,
  read: (row: Row) => string | undefined,
  more?: Place,
): Column<Row> {
  return recordLink(
    id,
    (row, say) => {
      const link = linkOf(read(row));
      return link && { ...link, name: say(`entity.${link.area}`) };
    },
    more,
  );
}
