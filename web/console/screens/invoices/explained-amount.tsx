import { lazy } from 'react';
import { explainUncountedEvents, listMeteredEvents } from '../../../api/generated/events-and-usage.ts';
import { getMetrics } from '../../../api/generated/metrics.ts';
import type { ExplainedLine, InvoiceExplanation } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Check, Copy } from '../../../ui/icons.ts';
import { Money } from '../../../ui/money.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { ExplainedCalculation } from './explained-calculation.tsx';
import { explanationText, hasRules } from './explanation-view.ts';
import { usageOf } from './line-usage.ts';

// Most readers look at the calculation.
const ExplainedUsage = lazy(async () => ({
  default: (await import('./explained-usage.tsx')).ExplainedUsage,
}));
const ExplainedEvents = lazy(async () => ({
  default: (await import('./explained-events.tsx')).ExplainedEvents,
}));
const ExplainedRules = lazy(async () => ({
  default: (await import('./explained-rules.tsx')).ExplainedRules,
}));
const UncountedList = lazy(async () => ({
  default: (await import('../../../parts/events/uncounted-list.tsx')).UncountedList,
}));

interface ExplainedAmountProps {
  line: ExplainedLine;
  explanation: InvoiceExplanation;
}

/** How one amount came to be: its calculation, then what it was calculated from, down to single events. */
export function ExplainedAmount({ line, explanation }: ExplainedAmountProps) {
  const t = useMessages('invoices');
  const { currency, invoiceId } = explanation;
  const session = useSession();
  const usage = usageOf(line);
  const tabs = [
    {
      id: 'calculation',
      title: t('calculation'),
      content: () => <ExplainedCalculation line={line} explanation={explanation} />,
    },
    ...(usage
      ? [
          {
            ...{ id: 'usage', title: t('usageByDay'), operation: getMetrics },
            content: () => <ExplainedUsage usage={usage} />,
          },
          {
            id: 'events',
            operation: listMeteredEvents,
            title: t('lineEvents'),
            content: () => <ExplainedEvents usage={usage} />,
          },
          {
            ...{ id: 'uncounted', title: t('notCounted'), operation: explainUncountedEvents },
            content: () => <UncountedList input={usage.uncounted} />,
          },
        ].filter(({ operation }) => isAllowed(session, operation))
      : []),
    ...(hasRules(explanation)
      ? [{ id: 'rules', title: t('rules'), content: () => <ExplainedRules invoiceId={invoiceId} /> }]
      : []),
  ];
  return (
    <article aria-label={line.description} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-h2 font-semibold break-words">
            <bdi>{line.description}</bdi>
          </h2>
          <p className="mt-1 text-figure font-semibold">
            <Money amount={line.amount} currency={currency} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton label={t('copyLink')} read={() => location.href} />
          <CopyButton
            label={t('copyText')}
            read={() => explanationText(line, formatMoney(line.amount, currency))}
          />
        </div>
      </header>
      <DetailTabs label={t('views')} keeps={['line']} tabs={tabs} />
    </article>
  );
}

function CopyButton({ label, read }: { label: string; read(): string }) {
  const t = useMessages('invoices');
  const { isCopied, copy } = useCopy();
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => copy(read())}>
      {isCopied ? t('copied') : label}
    </Button>
  );
}
