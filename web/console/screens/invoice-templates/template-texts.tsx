import { useMessages } from '../../../messages/catalogs.ts';
import { LiquidField } from './liquid-field.tsx';
import type { TemplateFormState } from './template-editor.tsx';
import type { TemplateFault } from './template-fault.ts';
import { TEXTS } from './template-form.ts';

interface TemplateTextsProps {
  form: TemplateFormState;
  fault: TemplateFault | null;
}

/** What the template adds in words. */
export function TemplateTexts({ form, fault }: TemplateTextsProps) {
  const t = useMessages('invoiceTemplates');
  return (
    <>
      {TEXTS.map((name) => {
        const own = fault?.field === name ? fault : null;
        return (
          <LiquidField
            key={name}
            label={t(`text.${name}`)}
            help={t(`textHelp.${name}`)}
            {...form.input(name)}
            error={own?.rule}
            line={own?.line ?? null}
          />
        );
      })}
    </>
  );
}
