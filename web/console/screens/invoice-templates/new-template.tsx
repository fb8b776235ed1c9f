import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { createInvoiceTemplate, getInvoiceTemplate } from '../../../api/generated/invoice-templates.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TemplateEditor } from './template-editor.tsx';

const route = getRouteApi('/settings/templates/new');

/** Begins with the built-in look, or with a copy of a template. */
export function NewTemplate() {
  const t = useMessages('invoiceTemplates');
  const [{ copy, sample = 'INVOICE', invoice = '' }, change] = useFilters(route);
  const session = useSession();
  const navigate = useNavigate();
  const write = useWrite(createInvoiceTemplate);
  const copied = useQuery({
    ...one(getInvoiceTemplate, { invoice_template_id: copy ?? '' }),
    enabled: copy !== undefined,
  });
  const stored = copied.data
    ? { name: t('copyOf', { name: copied.data.name }).slice(0, 100), content: copied.data.content }
    : { name: '', content: {} };
  return (
    <Page above={<Link to="/settings/templates">{t('title')}</Link>} title={t('new')}>
      {copied.isError && <ProblemNotice error={copied.error} onRetry={() => void copied.refetch()} />}
      {copy !== undefined && copied.isPending ? (
        <Skeleton />
      ) : (
        <TemplateEditor
          stored={stored}
          isNew
          isReadOnly={!isAllowed(session, createInvoiceTemplate)}
          isPending={write.isPending}
          error={write.error}
          choice={{ sample, invoice }}
          onChoose={change}
          onSave={(body) =>
            write.mutate(
              { body },
              {
                onSuccess: ({ id: templateId }) =>
                  void navigate({
                    ...{ to: '/settings/templates/$templateId', params: { templateId }, search: {} },
                    ignoreBlocker: true,
                  }),
              },
            )
          }
        />
      )}
    </Page>
  );
}
