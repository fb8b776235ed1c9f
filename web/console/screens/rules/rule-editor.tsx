import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { all } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { fieldsOf, NEW_RULE, type RuleFields } from './rule-form.ts';
import { RuleFormPage } from './rule-form-page.tsx';
import { nextOrder } from './rule-order.ts';
import { RULE_TEMPLATES, templateFields } from './rule-templates.ts';
import { targetsOf, variablesOf } from './rule-variables.ts';
import { type PlanRules, usePlanRules } from './use-plan-rules.ts';

const route = getRouteApi('/rules/$planId/$ruleId');

/** A rule of the newest version of a plan, or a new one, beside what it does to a chosen invoice. */
export function RuleEditor() {
  const t = useMessages('rules');
  const { planId, ruleId } = route.useParams();
  const { template } = route.useSearch();
  const state = usePlanRules(planId);
  const { data: cards } = useSuspenseQuery(all(listPricePlanRateCards, { price_plan_id: planId }));
  const [opened, open] = useState<PlanRules>({ plan: state.plan, rules: state.rules });
  const { plan, rules } = opened;
  const rule = rules.find(({ id }) => id === ruleId);
  const above = (
    <Link to="/rules/$planId" params={{ planId }}>
      <bdi>{t('rulesOf', { plan: plan.name })}</bdi>
    </Link>
  );
  if (ruleId !== 'new' && !rule)
    return (
      <Page above={above} title={t('gone')}>
        <EmptyState text={t('goneText')} />
      </Page>
    );
  const start = (): RuleFields => {
    const order = nextOrder(rules, NEW_RULE.timing);
    const known = RULE_TEMPLATES.find((each) => each === template) ?? 'EMPTY';
    const given = { cards: cards.rows, rules, timing: NEW_RULE.timing };
    const lists = { variables: variablesOf(given, t), targets: targetsOf(given, t) };
    return templateFields(known, t(`template.${known}`), { ...lists, order });
  };
  return (
    <Page
      above={above}
      title={rule ? <bdi>{rule.name}</bdi> : t('new')}
      beside={
        <>
          <StatusBadge
            look={{ tone: plan.status === 'ACTIVE' ? 'good' : 'neutral', word: `plan.${plan.status}` }}
            say={t as (key: string) => string}
          />
          <span className="text-muted">{t('versionOf', { version: String(plan.version) })}</span>
        </>
      }
    >
      <RuleFormPage
        key={`${plan.updatedAt} ${ruleId}`}
        read={opened}
        rule={rule}
        initial={rule ? fieldsOf(rule) : start()}
        cards={cards.rows}
        state={state}
        onTheirs={open}
      />
    </Page>
  );
}
