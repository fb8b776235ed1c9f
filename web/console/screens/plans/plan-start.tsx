import type { Translate } from '../../../messages/catalogs.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import type planForm from '../../../messages/en/planForm.json';
import { RecordField } from '../../../parts/record-field.tsx';
import { addOns, meters, plans } from '../../../parts/record-kinds.ts';
import { SelectField } from '../../../ui/field.tsx';
import type { FormErrors } from '../../../ui/use-form.ts';
import type { PlanFields } from './plan-form.ts';
import { NEEDS, TEMPLATES, type TemplateId } from './plan-templates.ts';
import type { PlanFormState } from './plan-terms-fields.tsx';

/** What a new plan begins with, and what its template needs. */
export function PlanStart({ form }: { form: PlanFormState }) {
  const t = useMessages('planForm');
  const template = templateOf(form.fields);
  const { meter, addOn } = NEEDS[template];
  return (
    <>
      <SelectField
        label={t('template')}
        help={t(`templateHelp.${template}`)}
        options={TEMPLATES.map((value) => ({ value, text: t(`template.${value}`) }))}
        {...form.input('template')}
      />
      {template === 'COPY' && <RecordField kind={plans} label={t('source')} {...form.input('sourceId')} />}
      {meter && (
        <RecordField kind={meters} label={t('meter')} help={t('meterHelp')} {...form.input('meterId')} />
      )}
      {addOn && (
        <RecordField
          kind={addOns}
          filter={{ type: addOn === 'LICENSE' ? 'LICENSE,NAMED_LICENSE' : addOn }}
          label={t(`addOn.${addOn}`)}
          help={t('addOnHelp')}
          {...form.input('addOnId')}
        />
      )}
    </>
  );
}

function templateOf({ template }: PlanFields): TemplateId {
  return TEMPLATES.find((each) => each === template) ?? 'EMPTY';
}

export function checkStart(
  fields: PlanFields,
  say: Translate<keyof typeof planForm>,
): FormErrors<PlanFields> {
  const template = templateOf(fields);
  const { meter, addOn } = NEEDS[template];
  const needed = say('choose');
  return {
    ...(template === 'COPY' && fields.sourceId === '' && { sourceId: needed }),
    ...(meter && fields.meterId === '' && { meterId: needed }),
    ...(addOn && fields.addOnId === '' && { addOnId: needed }),
  };
}
