import { lazy, Suspense } from 'react';
import type { ExplainedLine, InvoiceExplanation } from '../../../api/generated/types.ts';
import { isZero } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useStepWords } from '../../../parts/explain-steps/use-step-words.ts';
import { Section } from '../../../ui/page.tsx';
import { ExplainedCredits } from './explained-credits.tsx';
import { ExplainedInputs } from './explained-inputs.tsx';
import type { LineNode } from './line-tree.ts';
import { usageOf } from './line-usage.ts';
import { TierTable } from './tier-table.tsx';

// Few lines have no quantity.
const ExplainedZero = lazy(async () => ({
  default: (await import('./explained-zero.tsx')).ExplainedZero,
}));

interface ExplainedCalculationProps {
  line: ExplainedLine;
  /** The line, or a part of it. */
  node: LineNode;
  explanation: InvoiceExplanation;
}

/** The steps in words, then tiers, credits, and the inputs that were stored with the invoice. */
export function ExplainedCalculation({ line, node, explanation }: ExplainedCalculationProps) {
  const t = useMessages('invoices');
  const say = useStepWords();
  const { currency } = explanation;
  const usage = usageOf(line);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {usage && isZero(line.quantity ?? '0') && (
        <Suspense fallback={<div className="min-h-20" />}>
          <ExplainedZero usage={usage} />
        </Suspense>
      )}
      <ol className="flex max-w-[72ch] list-decimal flex-col gap-1.5 ps-5 text-body marker:text-muted">
        {line.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
          <li key={index} className="break-words">
            {say(step)}
          </li>
        ))}
      </ol>
      {line.slabs && line.slabs.length > 0 && (
        <Section title={t('tiers')}>
          <TierTable line={line} chosen={node.tier} currency={currency} />
        </Section>
      )}
      <ExplainedCredits line={line} explanation={explanation} />
      <Section title={t('inputs')}>
        <ExplainedInputs line={line} explanation={explanation} />
      </Section>
    </div>
  );
}
