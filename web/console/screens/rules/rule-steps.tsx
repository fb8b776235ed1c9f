import { isDecimal } from '../../../api/decimal.ts';
import type { PricingRuleStep } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useStepWords } from '../../../parts/explain-steps/use-step-words.ts';
import { classes } from '../../../ui/classes.ts';
import { Money, Quantity } from '../../../ui/money.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { stepLook } from './rule-view.ts';

interface RuleStepsProps {
  steps: readonly PricingRuleStep[];
  currency: string;
  /** The name of the rule that is being edited. */
  edited: string;
}

/** Each rule in the order of evaluation: what it read, and the amount before and after. */
export function RuleSteps({ steps, currency, edited }: RuleStepsProps) {
  const t = useMessages('rules');
  const say = useStepWords();
  return (
    <ol aria-label={t('steps')} className="flex flex-col gap-3">
      {steps.map((step) => (
        <li
          key={step.order}
          className={classes(
            'border-s-2 ps-3',
            step.name === edited ? 'border-accent' : 'border-line-strong',
          )}
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-muted">{step.order}</span>
            <bdi className="min-w-0 font-medium break-words">{step.name}</bdi>
            <StatusBadge look={stepLook.look(step.type)} say={t} />
          </p>
          <Change step={step} currency={currency} />
          <Values step={step} />
          <details className="mt-1">
            <summary className="min-h-6 cursor-pointer text-caption text-muted">{t('words')}</summary>
            <ul className="mt-1 flex flex-col gap-0.5 text-caption">
              {step.words.map((words, index) => (
                // Sentences have no identity but their place.
                <li key={String(index)} dir="auto" className="break-words">
                  {say(words)}
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ol>
  );
}

function Change({ step: { changes }, currency }: { step: PricingRuleStep; currency: string }) {
  const t = useMessages('rules');
  const { keyName, key, oldRevenue, newRevenue, oldUsage, newUsage, errorMessage } = changes;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 break-words text-muted">{keyName ?? key}</bdi>
        {newUsage !== undefined && (
          <span>
            <Quantity quantity={oldUsage} /> → <Quantity quantity={newUsage} />
          </span>
        )}
        <span>
          <Money amount={oldRevenue} currency={currency} /> →{' '}
          <strong className="font-medium">
            <Money amount={newRevenue} currency={currency} />
          </strong>
        </span>
      </p>
      {errorMessage && (
        <p role="alert" className="text-bad">
          {t('failed', { reason: errorMessage })}
        </p>
      )}
    </>
  );
}

function Values({ step: { variables } }: { step: PricingRuleStep }) {
  const t = useMessages('rules');
  const read = Object.entries(variables);
  if (read.length === 0) return null;
  return (
    <dl aria-label={t('values')} className="mt-1 flex flex-col text-caption">
      {read.map(([key, { name, value }]) => (
        <div key={key} className="flex flex-wrap gap-x-2">
          <dt className="min-w-0 break-words text-muted">
            <bdi>{name ?? key}</bdi> <code className="text-faint">{key}</code>
          </dt>
          <dd className="tabular-nums">
            {value !== undefined && isDecimal(value) ? <Quantity quantity={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
