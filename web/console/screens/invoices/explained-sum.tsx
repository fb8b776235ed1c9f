import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, money, quantity, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import type { LineNode } from './line-tree.ts';

interface ExplainedSumProps {
  node: LineNode;
  currency: string;
  invoiceId: string;
}

/** A sum is the sum of its lines; each amount leads to its own explanation. */
export function ExplainedSum({ node, currency, invoiceId }: ExplainedSumProps) {
  const t = useMessages('invoices');
  const { parts } = node;
  if (parts.length === 0) return <p className="text-muted">{t('noParts')}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-body">{t.count('sumOf', parts.length)}</p>
      <DataTable
        name={node.title}
        columns={columnsOf(invoiceId, currency)}
        data={allRows(parts)}
        idOf={({ id }) => id}
        say={t as (key: string) => string}
        empty={null}
        totals={[{ ...node, title: t('total') }]}
      />
    </div>
  );
}

function columnsOf(invoiceId: string, currency: string): readonly Column<LineNode>[] {
  return [
    text('line', ({ title }) => title, { place: 'title' }),
    quantity('quantity', ({ line }) => line.quantity ?? null, { place: 'meta' }),
    {
      ...money('amount', ({ line }: LineNode) => ({ amount: line.value, currency })),
      cell: ({ id, line }) => (
        <ExplainLink invoiceId={invoiceId} line={id}>
          <Money amount={line.value} currency={currency} />
        </ExplainLink>
      ),
    },
  ];
}
