import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { place } from '../../../session/environment.ts';
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { type ProviderBody, providerForm } from './provider-form.ts';
import type { Provider } from './provider-view.ts';

interface ProviderFieldsProps {
  /** Null: a new one. */
  stored: Provider | null;
  isReadOnly?: boolean;
  isPending: boolean;
  error: unknown;
  onSave(body: ProviderBody): void;
}

const KINDS = ['CONNECTOR', 'OFFLINE', 'SIMULATED'] as const;
const BEHAVIOURS = ['SUCCEED', 'REFUSE', 'WAIT'] as const;

/** What a provider is, where it is called, and whom it serves. */
export function ProviderFields({
  stored,
  isReadOnly = false,
  isPending,
  error,
  onSave,
}: ProviderFieldsProps) {
  const t = useMessages('paymentProviders');
  const form = useForm(providerForm(stored, t), onSave);
  const { kind } = form.fields;
  // A simulation collects no money, and the service rejects it in production.
  const kinds = KINDS.filter((each) => each !== 'SIMULATED' || place.environment === 'sandbox');
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0 && !isReadOnly} />
      <fieldset disabled={isReadOnly} className="flex max-w-2xl min-w-0 flex-col gap-4">
        <RadioField
          label={t('kind')}
          options={kinds.map((value) => ({ value, text: t(`kind.${value}`), help: t(`kindHelp.${value}`) }))}
          {...form.input('kind')}
        />
        <TextField label={t('name')} help={t('nameHelp')} maxLength={50} {...form.input('name')} />
        {kind === 'CONNECTOR' && (
          <TextField label={t('url')} help={t('urlHelp')} inputMode="url" {...form.input('url')} />
        )}
        {kind === 'SIMULATED' && (
          <SelectField
            label={t('behaviour')}
            options={BEHAVIOURS.map((value) => ({ value, text: t(`behaviour.${value}`) }))}
            {...form.input('behaviour')}
          />
        )}
        <TextField label={t('countries')} help={t('countriesHelp')} {...form.input('countries')} />
        <CheckboxField
          label={t('isDefault')}
          help={stored?.isDefault ? t('isTheDefault') : t('isDefaultHelp')}
          disabled={stored?.isDefault}
          {...form.checkbox('isDefault')}
        />
      </fieldset>
      {!isReadOnly && (
        <SaveBar
          changes={form.changes}
          isPending={isPending}
          error={error}
          onReset={form.reset}
          isNew={stored === null}
          {...(stored === null && { label: t('new') })}
        />
      )}
    </form>
  );
}
