import type { IdentityProviderSettings, OrganizationRole } from '../../../api/generated/types.ts';
import type { setIdentityProvider } from '../../../api/generated/users-and-sessions.ts';
import type { InputOf } from '../../../api/operation.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { GroupFields } from './group-fields.tsx';
import { providerForm } from './identity-provider-form.ts';

interface ProviderFieldsFormProps {
  known: { settings: IdentityProviderSettings; roles: readonly OrganizationRole[] };
  isPending: boolean;
  error: unknown;
  onSave(body: InputOf<typeof setIdentityProvider>['body']): void;
}

export function ProviderFieldsForm({ known, isPending, error, onSave }: ProviderFieldsFormProps) {
  const t = useMessages('identityProvider');
  const form = useForm(providerForm(known, t), onSave);
  const isNew = known.settings.provider === undefined;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <Section title={t('connection')}>
        <ConnectionFields form={form} isNew={isNew} />
      </Section>
      <Section title={t('access')}>
        <GroupFields form={form} roles={known.roles} />
        <CheckboxField label={t('required')} help={t('requiredHelp')} {...form.checkbox('isRequired')} />
        <Notice kind="info" title={t('breakGlass')}>
          {t('breakGlassText')}
        </Notice>
      </Section>
      <SaveBar
        changes={form.changes}
        isPending={isPending}
        error={error}
        onReset={form.reset}
        isNew={isNew}
      />
    </form>
  );
}
