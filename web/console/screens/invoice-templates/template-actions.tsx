import { archiveInvoiceTemplate } from '../../../api/generated/invoice-templates.ts';
import { updateOrganizationSettings } from '../../../api/generated/settings.ts';
import type { InvoiceTemplate } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { WriteButton } from '../../../parts/write-button.tsx';
import { defaultChange } from './default-template.ts';

interface TemplateActionsProps {
  template: InvoiceTemplate;
  isDefault: boolean;
}

/** Makes a template the default or not, and archives it. */
export function TemplateActions({ template: { id, name }, isDefault }: TemplateActionsProps) {
  const t = useMessages('invoiceTemplates');
  return (
    <>
      <Allowed operation={updateOrganizationSettings}>
        <WriteButton
          operation={updateOrganizationSettings}
          input={defaultChange(isDefault ? null : id)}
          label={t(isDefault ? 'unsetDefault' : 'setDefault')}
          title={t(isDefault ? 'unsetDefaultTitle' : 'setDefaultTitle', { name })}
        >
          <p>{t('defaultText')}</p>
        </WriteButton>
      </Allowed>
      <Allowed operation={archiveInvoiceTemplate}>
        <WriteButton
          operation={archiveInvoiceTemplate}
          input={{ invoice_template_id: id }}
          kind="danger"
          label={t('archive')}
          title={t('archiveTitle', { name })}
        >
          <p>{t('archiveText')}</p>
        </WriteButton>
      </Allowed>
    </>
  );
}
