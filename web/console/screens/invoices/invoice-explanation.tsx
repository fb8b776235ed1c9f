import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { explainInvoice } from '../../../api/generated/invoices.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { ExplainedAmount } from './explained-amount.tsx';
import { chosenNode, lineTreeOf } from './line-tree.ts';
import { LineTreePanel } from './line-tree-panel.tsx';
import { lineText } from './line-words.ts';

const route = getRouteApi('/invoices/$invoiceId/explain');

export function InvoiceExplanation() {
  const t = useMessages('invoices');
  const { invoiceId } = route.useParams();
  const { line: wanted } = route.useSearch();
  const { data } = useSuspenseQuery(one(explainInvoice, { invoice_id: invoiceId }));
  const root = useMemo(
    () => lineTreeOf(data, { total: t('total'), textOf: (line) => lineText(line, t) }),
    [data, t],
  );
  const chosen = chosenNode(root, wanted);
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
      <div className="grid min-w-0 gap-4 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-6">
        <LineTreePanel {...{ root, chosen, invoiceId }} currency={data.currency} />
        <ExplainedAmount {...{ root, node: chosen }} explanation={data} />
      </div>
    </Page>
  );
}
