import { Link } from '@tanstack/react-router';
import type { OrganizationSetting } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { invoiceTemplates } from '../../../parts/record-kinds.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { ChargesField } from './charges-field.tsx';
import { NumberingField } from './numbering-field.tsx';
import type { SettingFields } from './organization-settings-form.ts';
import { OriginsField } from './origins-field.tsx';
import { HAS_EDITOR } from './setting-editors.ts';
import { settingTexts } from './setting-texts.ts';
import { TaxRatesField } from './tax-rates-field.tsx';

export type SettingInput = ReturnType<ReturnType<typeof useForm<SettingFields, unknown>>['input']>;

interface SettingFieldProps {
  setting: OrganizationSetting;
  input: SettingInput;
}

/** A setting by its kind of value; empty, the default applies, which is always shown. */
export function SettingField({ setting, input }: SettingFieldProps) {
  const t = useMessages('organizationSettings');
  const { nameOf, meaningOf, ownersOf } = settingTexts(t);
  const { id, values } = setting;
  const owners = ownersOf(setting);
  const isShown = setting.default !== undefined && !values && !HAS_EDITOR.has(id);
  const facts = [
    ...(isShown ? [t('byDefault', { value: setting.default ?? '' })] : []),
    ...(owners.length > 0 ? [t('differs', { owners: owners.join(', ') })] : []),
  ];
  const help = [meaningOf(setting), facts.join(' · ')].join(' ').trim();
  const label = nameOf(id);
  switch (id) {
    case 'TAX_RATES':
      return <TaxRatesField {...{ input, label, help }} />;
    case 'MISC_CHARGES':
      return <ChargesField {...{ input, label, help }} />;
    case 'CORS_ALLOWED_ORIGINS':
      return <OriginsField {...{ input, label, help }} />;
    case 'INVOICE_SEQUENCE':
      return <NumberingField {...{ input, label, help }} />;
    case 'INVOICE_TEMPLATE_ID':
      return <RecordField kind={invoiceTemplates} {...{ label, help }} {...input} />;
    case 'INVOICE_CHECKS':
      return <EditorLink to="/bill-runs/checks" text={t('toChecks')} {...{ label, help }} />;
    case 'LEDGER_ACCOUNTS':
      return <EditorLink to="/journal/accounts" text={t('toLedger')} {...{ label, help }} />;
    default:
      return <PlainField setting={setting} {...{ input, label, help }} />;
  }
}

interface EditorLinkProps {
  to: '/bill-runs/checks' | '/journal/accounts';
  text: string;
  label: string;
  help: string;
}

/** Settings with many rows have a page of their own. */
function EditorLink({ to, text, label, help }: EditorLinkProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{label}</p>
      <p>
        <Link to={to} className="text-accent underline">
          {text}
        </Link>
      </p>
      <p className="text-caption text-muted">{help}</p>
    </div>
  );
}

interface PlainFieldProps extends SettingFieldProps {
  label: string;
  help: string;
}

function PlainField({ setting, input, label, help }: PlainFieldProps) {
  const t = useMessages('organizationSettings');
  const { choiceOf } = settingTexts(t);
  const { values, dataType, default: fallback } = setting;
  const common = { label, help, ...input };
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
