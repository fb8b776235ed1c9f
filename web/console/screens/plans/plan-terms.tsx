import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getPricePlanV2 } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Page } from '../../../ui/page.tsx';
import { PlanTermsForm } from './plan-terms-form.tsx';

const route = getRouteApi('/plans/$planId/terms');

/** The terms of the draft of a plan: description, currencies and cycle. */
export function PlanTerms() {
  const t = useMessages('planForm');
  const { planId } = route.useParams();
  const { data: plan } = useSuspenseQuery(one(getPricePlanV2, { price_plan_id: planId }));
  const [opened, open] = useState(plan);
  return (
    <Page
      above={
        <Link to="/plans/$planId" params={{ planId }}>
          <bdi>{plan.name}</bdi>
        </Link>
      }
      title={t('terms')}
    >
      <PlanTermsForm key={opened.updatedAt} plan={opened} onTheirs={open} />
    </Page>
  );
}
