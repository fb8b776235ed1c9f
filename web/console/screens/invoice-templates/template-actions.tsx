import { archiveInvoiceTemplate } from '../../../api/generated/invoice-templates.ts';
import { updateOrganizationSettings } from '../../../api/generated/settings.ts';
import type { InvoiceTemplate } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { defaultChange } from './default-template.ts';

interface TemplateActionsProps {
  template: InvoiceTemplate;
  isDefault: boolean;
}

/** Makes a template the default or not, and archives it. */
export function TemplateActions({ template, isDefault }: TemplateActionsProps) {
  const t = useMessages('invoiceTemplates');
  const setDefault = useWrite(updateOrganizationSettings);
  const archive = useWrite(archiveInvoiceTemplate);
  const { id, name } = template;
  return (
    <>
      <Allowed operation={updateOrganizationSettings}>
        <ConfirmButton
          label={t(isDefault ? 'unsetDefault' : 'setDefault')}
          title={t(isDefault ? 'unsetDefaultTitle' : 'setDefaultTitle', { name })}
          isPending={setDefault.isPending}
          error={setDefault.error}
          onConfirm={(close) => setDefault.mutate(defaultChange(isDefault ? null : id), { onSuccess: close })}
        >
          <p>{t('defaultText')}</p>
        </ConfirmButton>
      </Allowed>
      <Allowed operation={archiveInvoiceTemplate}>
        <ConfirmButton
          kind="danger"
          label={t('archive')}
          title={t('archiveTitle', { name })}
          isPending={archive.isPending}
          error={archive.error}
          onConfirm={(close) => archive.mutate({ invoice_template_id: id }, { onSuccess: close })}
        >
          <p>{t('archiveText')}</p>
        </ConfirmButton>
      </Allowed>
    </>
  );
}
