import { lazy, Suspense } from 'react';
import {
  explainUncountedEvents,
  listMeteredEvents,
  listOverageEvents,
} from '../../../api/generated/events-and-usage.ts';
import { getMetrics } from '../../../api/generated/metrics.ts';
import type { ExplainedLine, InvoiceExplanation } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { pathTo } from '../../../ui/tree/tree-rows.ts';
import { ExplainedCalculation } from './explained-calculation.tsx';
import { ExplainedHeader } from './explained-header.tsx';
import { hasRules } from './explanation-view.ts';
import type { LineNode } from './line-tree.ts';
import { overageOf, usageOf } from './line-usage.ts';

// Most readers look at the calculation.
const ExplainedUsage = lazy(async () => ({
  default: (await import('./explained-usage.tsx')).ExplainedUsage,
}));
const ExplainedEvents = lazy(async () => ({
  default: (await import('./explained-events.tsx')).ExplainedEvents,
}));
const ExplainedOverage = lazy(async () => ({
  default: (await import('./explained-overage.tsx')).ExplainedOverage,
}));
const ExplainedSum = lazy(async () => ({
  default: (await import('./explained-sum.tsx')).ExplainedSum,
}));
const ExplainedRules = lazy(async () => ({
  default: (await import('./explained-rules.tsx')).ExplainedRules,
}));
const UncountedList = lazy(async () => ({
  default: (await import('../../../parts/events/uncounted-list.tsx')).UncountedList,
}));

interface ExplainedAmountProps {
  root: LineNode;
  node: LineNode;
  explanation: InvoiceExplanation;
}

/** How one amount came to be: of a sum its lines, of a line its calculation and what that was made from. */
export function ExplainedAmount({ root, node, explanation }: ExplainedAmountProps) {
  const { currency, invoiceId, status } = explanation;
  return (
    <article aria-label={node.title} className="flex min-w-0 flex-col gap-4">
      <ExplainedHeader path={pathTo(root, node.id)} {...{ node, currency }} isEstimate={status === 'DRAFT'} />
      {node.explained ? (
        <ExplainedLineTabs line={node.explained} {...{ node, explanation }} />
      ) : (
        <Suspense fallback={<Skeleton />}>
          <ExplainedSum {...{ node, currency, invoiceId }} />
        </Suspense>
      )}
    </article>
  );
}

interface LineProps {
  line: ExplainedLine;
  node: LineNode;
  explanation: InvoiceExplanation;
}

function ExplainedLineTabs({ line, node, explanation }: LineProps) {
  const t = useMessages('invoices');
  const session = useSession();
  const usage = usageOf(line);
  const overage = overageOf(line);
  const tabs = [
    {
      id: 'calculation',
      title: t('calculation'),
      content: () => <ExplainedCalculation {...{ line, node, explanation }} />,
    },
    ...(usage
      ? [
          {
            ...{ id: 'usage', title: t('usageByDay'), operation: getMetrics },
            content: () => <ExplainedUsage usage={usage} />,
          },
          {
            ...{ id: 'events', title: t('lineEvents'), operation: listMeteredEvents },
            content: () => <ExplainedEvents usage={usage} />,
          },
          {
            ...{ id: 'uncounted', title: t('notCounted'), operation: explainUncountedEvents },
            content: () => <UncountedList input={usage.uncounted} />,
          },
        ].filter(({ operation }) => isAllowed(session, operation))
      : []),
    ...(overage && isAllowed(session, listOverageEvents)
      ? [
          {
            ...{ id: 'events', title: t('lineEvents') },
            content: () => <ExplainedOverage input={overage} />,
          },
        ]
      : []),
    ...(hasRules(explanation)
      ? [
          {
            ...{ id: 'rules', title: t('rules') },
            content: () => <ExplainedRules invoiceId={explanation.invoiceId} />,
          },
        ]
      : []),
  ];
  return <DetailTabs label={t('views')} keeps={['line']} tabs={tabs} />;
}
