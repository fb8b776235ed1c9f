import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createInvoiceTemplate,
  getInvoiceTemplate,
  updateInvoiceTemplate,
} from '../../../api/generated/invoice-templates.ts';
import type { InvoiceTemplate } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useDefaultTemplate } from './default-template.ts';
import type { PreviewChoice } from './preview-choice.ts';
import { TemplateActions } from './template-actions.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { templateStatus } from './template-status.ts';

const route = getRouteApi('/settings/templates/$templateId');

/** A template beside a document that it makes. */
export function TemplateDetail() {
  const t = useMessages('invoiceTemplates');
  const { templateId: invoice_template_id } = route.useParams();
  const [{ sample = 'INVOICE', invoice = '' }, change] = useFilters(route);
  const { data: template } = useSuspenseQuery(one(getInvoiceTemplate, { invoice_template_id }));
  const isDefault = useDefaultTemplate() === template.id;
  const isArchived = template.status === 'ARCHIVED';
  return (
    <Page
      above={<Link to="/settings/templates">{t('title')}</Link>}
      title={<bdi>{template.name}</bdi>}
      beside={
        <>
          {isArchived && <StatusBadge look={templateStatus.look('ARCHIVED')} say={t} />}
          {isDefault && <Badge tone="info">{t('default')}</Badge>}
          <span className="text-muted">{t('versionNumber', { version: String(template.version) })}</span>
        </>
      }
      actions={
        <>
          <Allowed operation={createInvoiceTemplate}>
            <Link
              to="/settings/templates/new"
              search={{ copy: template.id }}
              className={buttonClasses('secondary')}
            >
              {t('copy')}
            </Link>
          </Allowed>
          {!isArchived && <TemplateActions template={template} isDefault={isDefault} />}
          <SnippetButton code={snippet(getInvoiceTemplate, { invoice_template_id })} />
        </>
      }
    >
      <WaitingNotices recordId={template.id} />
      {isArchived && <Notice kind="info" title={t('archivedText')} />}
      <StoredTemplate template={template} choice={{ sample, invoice }} onChoose={change} />
    </Page>
  );
}

interface StoredTemplateProps {
  template: InvoiceTemplate;
  choice: PreviewChoice;
  onChoose(choice: PreviewChoice): void;
}

function StoredTemplate({ template, choice, onChoose }: StoredTemplateProps) {
  const t = useMessages('invoiceTemplates');
  const session = useSession();
  const write = useWrite(updateInvoiceTemplate);
  const [saves, setSaves] = useState(0);
  const { id: invoice_template_id, status } = template;
  return (
    <>
      {write.isSuccess && <Notice kind="good" title={t('saved')} />}
      <TemplateEditor
        // A form begins anew with what it has stored, and keeps what is typed when others store something.
        key={saves}
        stored={template}
        isReadOnly={status === 'ARCHIVED' || !isAllowed(session, updateInvoiceTemplate)}
        isPending={write.isPending}
        error={write.error}
        choice={choice}
        onChoose={onChoose}
        onSave={(body) =>
          write.mutate({ invoice_template_id, body }, { onSuccess: () => setSaves((before) => before + 1) })
        }
      />
    </>
  );
}
