import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deleteReportTemplate, listReportTemplates } from '../../../api/generated/reports.ts';
import type { ReportTemplate } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Section } from '../../../ui/page.tsx';
import { READY } from './ready-reports.ts';

/** The reports that are there from the start, and those of the organization. */
export function TemplateList() {
  const t = useMessages('reports');
  const { data } = useSuspenseQuery(one(listReportTemplates, { pageSize: 100 }));
  const own = data.data.filter(({ status }) => status === 'ACTIVE');
  return (
    <>
      <Section title={t('ready')}>
        <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {READY.map(({ template, name }) => (
            <li key={template} className="min-w-0 border-b border-line py-2">
              <Link
                to="/reports/view"
                search={{ template }}
                className="font-medium text-accent hover:underline"
              >
                {t(`ready.${name}`)}
              </Link>
              <p className="text-muted">{t(`ready.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </Section>
      {own.length > 0 && (
        <Section title={t('templates')}>
          <ul className="flex flex-col">
            {own.map((template) => (
              <OwnTemplate key={template.id} template={template} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function OwnTemplate({ template: { id, name, schedule, nextRunAt } }: { template: ReportTemplate }) {
  const t = useMessages('reports');
  const remove = useWrite(deleteReportTemplate);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2">
      <span className="min-w-0">
        <Link
          to="/reports/view"
          search={{ template: id }}
          className="font-medium break-words text-accent hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>{' '}
        {schedule && (
          <span className="text-muted">
            {t(`schedule.${schedule.frequency}`)}, {t('nextRun')} <Instant at={nextRunAt} />
          </span>
        )}
      </span>
      <Allowed operation={deleteReportTemplate}>
        <ConfirmButton
          label={t('removeTemplate')}
          title={t('removeTitle', { name })}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={(close) => remove.mutate({ report_template_id: id }, { onSuccess: close })}
        >
          <p>{t('removeText')}</p>
        </ConfirmButton>
      </Allowed>
    </li>
  );
}
