import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Section } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { type PreviewChoice, subjectOf } from './preview-choice.ts';
import { faultOf } from './template-fault.ts';
import { contentOf, type TemplateFields, type TemplateResult, templateForm } from './template-form.ts';
import { TemplateLabels } from './template-labels.tsx';
import { TemplateLook } from './template-look.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateTexts } from './template-texts.tsx';
import { useTemplatePreview } from './use-template-preview.ts';

export type TemplateFormState = ReturnType<typeof useForm<TemplateFields, TemplateResult>>;

interface TemplateEditorProps {
  stored: Parameters<typeof templateForm>[0];
  /** Whether it is created; otherwise a new version is saved. */
  isNew?: boolean;
  isReadOnly: boolean;
  isPending: boolean;
  error: unknown;
  choice: PreviewChoice;
  onChoose(choice: PreviewChoice): void;
  onSave(result: TemplateResult): void;
}

/** A template beside what it makes of an invoice. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { stored, isNew = false, isReadOnly, isPending, error, choice, onChoose, onSave } = props;
  const t = useMessages('invoiceTemplates');
  const form = useForm(templateForm(stored, t), onSave);
  const preview = useTemplatePreview(subjectOf(choice), contentOf(form.fields, stored.content));
  const fault = faultOf(messageOf(preview.error)) ?? (preview.isStale ? null : faultOf(messageOf(error)));
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <form onSubmit={form.submit} noValidate className="flex min-w-0 flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0} />
        <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-5">
          <TextField label={t('name')} maxLength={100} autoComplete="off" {...form.input('name')} />
          <Section title={t('look')}>
            <TemplateLook form={form} fault={fault} />
          </Section>
          <Section title={t('texts')}>
            <p className="text-muted">{t('textsHelp')}</p>
            <TemplateTexts form={form} fault={fault} />
          </Section>
          <Section title={t('wording')}>
            <TemplateLabels form={form} />
          </Section>
        </fieldset>
        {!isReadOnly && (
          <SaveBar
            changes={form.changes}
            isPending={isPending}
            error={error}
            onReset={form.reset}
            isNew={isNew}
            {...(isNew && { label: t('create') })}
          />
        )}
      </form>
      <div className="min-w-0 lg:sticky lg:top-16 lg:self-start">
        <TemplatePreview choice={choice} onChoose={onChoose} preview={preview} fault={fault} />
      </div>
    </div>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
