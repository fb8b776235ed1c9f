import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { explainInvoice } from '../../../api/generated/invoices.ts';
import type { InvoiceExplanation as Explained, ExplainedLine } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { ExplainedAmount } from './explained-amount.tsx';
import { chosenLine, keyOf } from './explanation-view.ts';

const route = getRouteApi('/invoices/$invoiceId/explain');

export function InvoiceExplanation() {
  const t = useMessages('invoices');
  const { invoiceId } = route.useParams();
  const { line: wanted } = route.useSearch();
  const { data } = useSuspenseQuery(one(explainInvoice, { invoice_id: invoiceId }));
  const line = chosenLine(data.lines, wanted);
  return (
    <Page
      above={
        <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
          {t('backToInvoice')}
        </Link>
      }
      title={t('explanation')}
      beside={
        <span className="text-muted">
          <Money amount={data.totalAmount} currency={data.currency} isEstimate={data.status === 'DRAFT'} />
        </span>
      }
      actions={<SnippetButton code={snippet(explainInvoice, { invoice_id: invoiceId })} />}
    >
      {data.verification.isIdentical ? null : (
        <Notice kind="warn" title={t('differs')}>
          {t('differsText')}
        </Notice>
      )}
      <div className="grid min-w-0 gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <LineList explanation={data} chosen={line} />
        {line ? (
          <ExplainedAmount line={line} explanation={data} />
        ) : (
          <p className="text-muted">{t('noLines')}</p>
        )}
      </div>
    </Page>
  );
}

function LineList({ explanation, chosen }: { explanation: Explained; chosen: ExplainedLine | undefined }) {
  const t = useMessages('invoices');
  const { lines, currency, invoiceId } = explanation;
  return (
    <nav aria-label={t('lines')} className="flex max-h-80 flex-col overflow-y-auto lg:max-h-none">
      {lines.map((line, index) => (
        <Link
          key={keyOf(line, index)}
          to="/invoices/$invoiceId/explain"
          params={{ invoiceId }}
          search={(before) => ({ ...before, line: keyOf(line, index) })}
          replace
          aria-current={line === chosen ? 'true' : undefined}
          className={classes(
            'flex min-h-9 items-center justify-between gap-3 rounded-md px-2 py-1.5 hover:bg-hover',
            line === chosen && 'bg-selected font-medium',
          )}
        >
          <bdi className="min-w-0 break-words">{line.description}</bdi>
          <Money amount={line.amount} currency={currency} />
        </Link>
      ))}
    </nav>
  );
}
