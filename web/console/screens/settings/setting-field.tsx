import type { OrganizationSetting } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { SettingFields } from './organization-settings-form.ts';
import { settingTexts } from './setting-texts.ts';

interface SettingFieldProps {
  setting: OrganizationSetting;
  input: ReturnType<ReturnType<typeof useForm<SettingFields, unknown>>['input']>;
}

/** A setting by its kind of value; empty, the default applies, which is always shown. */
export function SettingField({ setting, input }: SettingFieldProps) {
  const t = useMessages('organizationSettings');
  const { nameOf, meaningOf, choiceOf, ownersOf } = settingTexts(t);
  const { id, values, dataType } = setting;
  const owners = ownersOf(setting);
  const fallback = setting.default;
  const facts = [
    ...(fallback !== undefined && !values ? [t('byDefault', { value: fallback })] : []),
    ...(owners.length > 0 ? [t('differs', { owners: owners.join(', ') })] : []),
  ];
  const help = [meaningOf(setting), facts.join(' · ')].join(' ').trim();
  const common = { label: nameOf(id), help, ...input };
  if (values)
    return (
      <SelectField
        {...common}
        options={[
          {
            value: '',
            text: fallback === undefined ? t('defaultNone') : t('default', { value: choiceOf(fallback) }),
          },
          ...values.map((value) => ({ value, text: choiceOf(value) })),
        ]}
      />
    );
  if (dataType === 'JSON')
    return <TextAreaField {...common} className="font-mono" spellCheck={false} maxLength={32_768} />;
  return (
    <TextField
      {...common}
      placeholder={fallback}
      inputMode={dataType === 'NUMERIC' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={1000}
    />
  );
}
