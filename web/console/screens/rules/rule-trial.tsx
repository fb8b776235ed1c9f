import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { previewPricingRules } from '../../../api/generated/invoices.ts';
import type { CreatePricingRule } from '../../../api/generated/request-types.ts';
import type { PricingRulesPreview } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { invoices } from '../../../parts/record-kinds.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePaused } from '../../../ui/use-paused.ts';
import { DraftEstimate } from './draft-estimate.tsx';
import { RuleSteps } from './rule-steps.tsx';

const route = getRouteApi('/rules/$planId/$ruleId');

interface RuleTrialProps {
  planId: string;
  /** The list as it would be saved; null while the edited rule has errors. */
  rules: readonly CreatePricingRule[] | null;
  edited: { name: string; place: number };
}

/** What the rules that are being edited do to an invoice, step by step. Nothing is saved. */
export function RuleTrial({ planId, rules, edited }: RuleTrialProps) {
  const t = useMessages('rules');
  const { invoice = '' } = route.useSearch();
  const navigate = useNavigate();
  const choose = (invoiceId: string) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, invoice: invoiceId || undefined })) as never,
      replace: true,
    });
  const paused = usePaused(rules);
  const query = useQuery({
    ...one(previewPricingRules, { body: { invoiceId: invoice, pricingRules: [...(paused ?? [])] } }),
    enabled: invoice !== '' && paused !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isCurrent = paused !== null && invoice !== '';
  return (
    <section aria-label={t('trial')} className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-16">
      <h2 className="text-h2 font-semibold">{t('trial')}</h2>
      <RecordField
        kind={invoices}
        label={t('invoice')}
        help={t('invoiceHelp')}
        value={invoice}
        onChange={({ target }) => choose(target.value)}
      />
      {invoice !== '' && rules === null && <p className="text-muted">{t('incomplete')}</p>}
      {isCurrent && query.isPending && <Skeleton />}
      {isCurrent && query.error && <ProblemNotice error={query.error} />}
      {isCurrent && query.data && !query.error && <Result preview={query.data} edited={edited} />}
      <DraftEstimate planId={planId} rules={rules} chosen={invoice} onChoose={choose} />
    </section>
  );
}

function Result({ preview, edited }: { preview: PricingRulesPreview; edited: RuleTrialProps['edited'] }) {
  const t = useMessages('rules');
  const { currency, totalBefore, totalAfter, steps, timing, hasOwnRules } = preview;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 text-body" role="status">
        <span className="text-muted">{t('total')}</span>
        <Money amount={totalBefore} currency={currency} />
        <span aria-hidden>→</span>
        <span className="sr-only">{t('becomes')}</span>
        <strong>
          <Money amount={totalAfter} currency={currency} />
        </strong>
      </p>
      {hasOwnRules && <Notice kind="warn" title={t('ownRules')} />}
      {steps.some(({ name }) => name === edited.name) || (
        <Notice kind="info" title={t('otherTiming', { timing: t(`timing.${timing}`) })} />
      )}
      <RuleSteps steps={steps} currency={currency} edited={edited.name} />
    </>
  );
}
