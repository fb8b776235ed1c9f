import type { Invoice } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { currencyOf, isDraft } from '../../../parts/invoice-summary.ts';
import { classes } from '../../../ui/classes.ts';
import { Money, Quantity } from '../../../ui/money.tsx';
import { UnitPrice } from '../../../ui/unit-price.tsx';
import { linesOf, type ShownLine } from './invoice-view.ts';
import { lineText } from './line-words.ts';

/** The tree of lines; every amount leads to its explanation. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const lines = linesOf(invoice);
  const currency = currencyOf(invoice);
  if (lines.length === 0) return <p className="text-muted">{t('noLines')}</p>;
  return (
    <table className="w-full border-separate border-spacing-0">
      <thead className="sr-only sm:not-sr-only">
        <tr className="text-caption text-muted">
          <th scope="col" className="h-8 border-b border-line-strong text-start font-medium">
            {t('line')}
          </th>
          <th
            scope="col"
            className="hidden h-8 border-b border-line-strong px-3 text-end font-medium sm:table-cell"
          >
            {t('quantity')}
          </th>
          <th
            scope="col"
            className="hidden h-8 border-b border-line-strong px-3 text-end font-medium sm:table-cell"
          >
            {t('price')}
          </th>
          <th scope="col" className="h-8 border-b border-line-strong text-end font-medium">
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((shown) => (
          <Line key={shown.key} shown={shown} currency={currency} invoiceId={invoice.id} />
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="h-11 text-start font-semibold">
            {t('total')}
          </th>
          <td className="hidden sm:table-cell" />
          <td className="hidden sm:table-cell" />
          <td className="text-end">
            <ExplainLink invoiceId={invoice.id}>
              <Money amount={invoice.totalAmount} currency={currency} isEstimate={isDraft(invoice)} />
            </ExplainLink>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

interface LineProps {
  shown: ShownLine;
  currency: string | undefined;
  invoiceId: string;
}

function Line({ shown, currency, invoiceId }: LineProps) {
  const t = useMessages('invoices');
  const { line, depth, key, isSum } = shown;
  const amount = <Money amount={line.value} currency={currency} />;
  return (
    <tr className="hover:bg-hover">
      <td className="h-9 border-b border-line py-1.5" style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
        <bdi className={classes('break-words', isSum && 'font-medium')}>{lineText(line, t)}</bdi>
      </td>
      <td className="hidden border-b border-line px-3 text-end sm:table-cell">
        {line.quantity !== undefined && <Quantity quantity={line.quantity} />}
      </td>
      <td className="hidden border-b border-line px-3 text-end sm:table-cell">
        {line.valuePerQuantity !== undefined && (
          <UnitPrice price={line.valuePerQuantity} currency={currency} />
        )}
      </td>
      <td className={classes('border-b border-line text-end', isSum && 'font-medium')}>
        <ExplainLink invoiceId={invoiceId} line={key}>
          {amount}
        </ExplainLink>
      </td>
    </tr>
  );
}
