import { getRouteApi, Link } from '@tanstack/react-router';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { plans } from '../../../parts/record-kinds.ts';
import { useFilters } from '../../../parts/use-filters.ts';
import { Page } from '../../../ui/page.tsx';
import { RULE_TEMPLATES } from './rule-templates.ts';

const route = getRouteApi('/rules/new');

/** Which plan a new rule is for, and what it begins with. */
export function NewRule() {
  const t = useMessages('rules');
  const [{ plan = '' }, change] = useFilters(route);
  return (
    <Page above={<Link to="/rules">{t('title')}</Link>} title={t('new')}>
      <div className="flex max-w-2xl flex-col gap-5">
        <RecordField
          kind={plans}
          label={t('plan')}
          help={t('planHelp')}
          value={plan}
          onChange={({ target }) => change({ plan: target.value })}
        />
        {plan && (
          <nav aria-label={t('templates')}>
            <h2 className="mb-2 font-medium">{t('templates')}</h2>
            <ul className="flex flex-col gap-3">
              {RULE_TEMPLATES.map((template) => (
                <li key={template}>
                  <Link
                    to="/rules/$planId/$ruleId"
                    params={{ planId: plan, ruleId: 'new' }}
                    search={{ template }}
                    className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
                  >
                    {t(`template.${template}`)}
                  </Link>
                  <p className="text-muted">{t(`templateHelp.${template}`)}</p>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Page>
  );
}
