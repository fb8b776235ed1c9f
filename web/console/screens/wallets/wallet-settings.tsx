import { useSuspenseQuery } from '@tanstack/react-query';
import { createSetting, deleteSetting, listSettings } from '../../../api/generated/settings.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { NET_OFF, type SettingChanges, settingsForm, TOPUP } from './settings-form.ts';
import { autoTopupOf, netOffOf } from './wallet-view.ts';

interface WalletSettingsProps {
  accountId: string;
  currency: string;
}

/** Whether the wallet pays by itself, and when it is filled by itself. */
export function WalletSettings({ accountId, currency }: WalletSettingsProps) {
  const { data } = useSuspenseQuery(one(listSettings, { entity_type: 'ACCOUNT', entity_id: accountId }));
  const stored = { netOff: netOffOf(data.data), topup: autoTopupOf(data.data) };
  // Another form for other values: those that were saved are the ones to change.
  return <SettingsForm key={JSON.stringify(stored)} {...{ accountId, currency, stored }} />;
}

interface SettingsFormProps extends WalletSettingsProps {
  stored: Parameters<typeof settingsForm>[0];
}

function SettingsForm({ accountId, currency, stored }: SettingsFormProps) {
  const t = useMessages('wallets');
  const store = useWrite(createSetting);
  const reset = useWrite(deleteSetting);
  const save = async ({ netOff, topup }: SettingChanges) => {
    const owner = { entityType: 'ACCOUNT' as const, entityId: accountId, namespace: 'PLATFORM' as const };
    const put = (id: string, value: string, dataType: 'STRING' | 'JSON') =>
      store.mutateAsync({ body: { ...owner, id, name: id, value, dataType } });
    if (topup !== undefined) await put(TOPUP, topup, 'JSON');
    if (netOff === null)
      await reset.mutateAsync({ setting_id_str: `setting.PLATFORM.${NET_OFF}.ACCOUNT.${accountId}` });
    else if (netOff !== undefined) await put(NET_OFF, netOff, 'STRING');
  };
  const form = useForm(settingsForm(stored, t), (changes) => void save(changes).catch(() => undefined));
  const isOn = form.fields.enabled;
  return (
    <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0 && !store.isSuccess} />
      <SelectField
        label={t('netOff')}
        help={t('netOffHelp')}
        options={(['inherit', 'true', 'false'] as const).map((value) => ({
          value,
          text: t(`netOff.${value}`),
        }))}
        {...form.input('netOff')}
      />
      <CheckboxField label={t('autoTopup')} help={t('autoTopupHelp')} {...form.checkbox('enabled')} />
      {isOn && (
        <div className="grid gap-3 sm:grid-cols-2">
          <DecimalField
            label={t('threshold')}
            unit={currency}
            help={t('thresholdHelp')}
            {...form.input('threshold')}
          />
          <DecimalField label={t('topupAmount')} unit={currency} {...form.input('topupAmount')} />
          <TextField label={t('maxPerDay')} inputMode="numeric" {...form.input('maxPerDay')} />
          <TextField label={t('maxPerMonth')} inputMode="numeric" {...form.input('maxPerMonth')} />
        </div>
      )}
      <SaveBar
        changes={form.changes}
        isPending={store.isPending || reset.isPending}
        error={store.error ?? reset.error}
        onReset={form.reset}
      />
    </form>
  );
}
