import { getRouteApi, Link } from '@tanstack/react-router';
import { updatePricePlanPricingRules } from '../../../api/generated/price-plans.ts';
import type { PricingRule } from '../../../api/generated/types.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConflictChoice } from '../../../parts/conflict-choice.tsx';
import { FinalizeButton } from '../../../parts/finalize-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { moveInOrder, withoutRule } from './rule-order.ts';
import { RuleRow } from './rule-row.tsx';
import { usePlanRules } from './use-plan-rules.ts';

const route = getRouteApi('/rules/$planId');
const TIMINGS = ['IN_ADVANCE', 'IN_ARREARS'] as const;

/** The rules of the newest version of a plan, in the order in which they are evaluated. */
export function PlanRules() {
  const t = useMessages('rules');
  const { planId } = route.useParams();
  const { plan, rules, write, save, readAnew } = usePlanRules(planId);
  const pricingRules = withoutRule(rules, '');
  const change = (next: ReturnType<typeof withoutRule>) => save({ plan, rules }, next);
  const create = (
    <Allowed operation={updatePricePlanPricingRules}>
      <Link to="/rules/new" search={{ plan: planId }} className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <Page
      above={<Link to="/rules">{t('title')}</Link>}
      title={<bdi>{t('rulesOf', { plan: plan.name })}</bdi>}
      beside={<span className="text-muted">{t('versionOf', { version: String(plan.version) })}</span>}
      actions={
        <>
          {create}
          {plan.status === 'DRAFT' && (
            <Allowed operation={updatePricePlanPricingRules}>
              <FinalizeButton plan={plan} />
            </Allowed>
          )}
          <SnippetButton
            code={snippet(updatePricePlanPricingRules, { price_plan_id: planId, body: { pricingRules } })}
          />
        </>
      }
    >
      <Notice
        kind="info"
        title={plan.status === 'DRAFT' ? t('draftTitle') : t('activeTitle')}
        actions={
          <RecordLink area="plans" id={planId}>
            {t('openPlan')}
          </RecordLink>
        }
      >
        {plan.status === 'DRAFT' ? t('draftText') : t('activeText')}
      </Notice>
      {write.error && <ProblemNotice error={write.error} />}
      <ConflictChoice
        error={write.error}
        isPending={write.isPending}
        onMine={() => void readAnew().then((fresh) => save(fresh, write.variables?.body.pricingRules ?? []))}
        onTheirs={() => void readAnew().then(() => write.reset())}
      />
      {rules.length === 0 && <EmptyState text={t('emptyPlan')} action={create} />}
      {TIMINGS.map((timing) => {
        const own = rules.filter(({ invoiceTiming }) => invoiceTiming === timing);
        if (own.length === 0) return null;
        return (
          <Section key={timing} title={t(`timing.${timing}`)}>
            <ol className="flex flex-col">
              {own.map((rule: PricingRule, index) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  planId={planId}
                  isFirst={index === 0}
                  isLast={index === own.length - 1}
                  isPending={write.isPending}
                  onMove={(by) => change(moveInOrder(rules, rule.id, by))}
                  onRemove={() => change(withoutRule(rules, rule.id))}
                />
              ))}
            </ol>
          </Section>
        );
      })}
    </Page>
  );
}
