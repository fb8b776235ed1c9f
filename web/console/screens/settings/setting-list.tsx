import type { OrganizationSetting } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Section } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { groupSettings, type SettingChange, settingsForm } from './organization-settings-form.ts';
import { SettingField } from './setting-field.tsx';

interface SettingListProps {
  settings: readonly OrganizationSetting[];
  isReadOnly: boolean;
  isPending: boolean;
  error: unknown;
  onSave(changes: SettingChange[]): void;
}

export function SettingList({ settings, isReadOnly, isPending, error, onSave }: SettingListProps) {
  const t = useMessages('organizationSettings');
  const form = useForm(settingsForm(settings, t), onSave);
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      {groupSettings(settings).map((group) => (
        <Section key={group.name} title={t(`group.${group.name}`)}>
          <fieldset disabled={isReadOnly} className="flex max-w-2xl flex-col gap-5">
            {group.settings.map((setting) => (
              <SettingField key={setting.id} setting={setting} input={form.input(setting.id)} />
            ))}
          </fieldset>
        </Section>
      ))}
      {!isReadOnly && (
        <SaveBar changes={form.changes} isPending={isPending} error={error} onReset={form.reset} />
      )}
    </form>
  );
}
