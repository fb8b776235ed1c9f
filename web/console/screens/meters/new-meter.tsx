import { Link, useNavigate } from '@tanstack/react-router';
import { previewUsageMeter } from '../../../api/generated/events-and-usage.ts';
import { activateUsageMeter, createUsageMeter } from '../../../api/generated/usage-meters.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { eventSchemas } from '../../../parts/record-kinds.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { LiveTest } from './live-test.tsx';
import { MeterConditions, MeterExpression } from './meter-fields.tsx';
import { meterForm, NEW_METER, needsField, previewOf } from './meter-form.ts';
import { METER_TEMPLATES, meteringOf, newMeterOf, templateOf } from './meter-request.ts';

/** A meter from a template, which is active at once, beside what it does with the newest events. */
export function NewMeter() {
  const t = useMessages('meterForm');
  const [meters, logic] = [useMessages('meters'), useMessages('logic')];
  const create = useNewMeter();
  const says = { say: t, logic };
  const form = useForm(meterForm(NEW_METER, says, newMeterOf), create.save);
  const { fields } = form;
  const template = templateOf(fields);
  return (
    <Page
      above={<Link to="/meters">{meters('title')}</Link>}
      title={t('new')}
      actions={<SnippetButton code={snippet(createUsageMeter, { body: newMeterOf(fields) })} />}
    >
      <form
        onSubmit={form.submit}
        className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      >
        <UnsavedGuard isChanged={form.changes > 0} />
        <div className="flex min-w-0 flex-col gap-5">
          <SelectField
            label={t('template')}
            help={t(`templateHelp.${template}`)}
            options={METER_TEMPLATES.map((value) => ({ value, text: t(`template.${value}`) }))}
            {...form.input('template')}
          />
          <TextField label={t('name')} maxLength={50} {...form.input('name')} />
          <RecordField kind={eventSchemas} label={t('schema')} {...form.input('schema')} />
          {needsField(template) && (
            <TextField
              label={template === 'UNIQUE' ? t('dimension') : t('attribute')}
              {...form.input('field')}
            />
          )}
          {template === 'OWN' && <MeterExpression form={form} />}
          <TextField label={t('unit')} help={t('unitHelp')} maxLength={20} {...form.input('unit')} />
          <MeterConditions form={form} />
        </div>
        <Allowed operation={previewUsageMeter}>
          <LiveTest meter={previewOf(fields, says, meteringOf(fields))} />
        </Allowed>
        <div className="min-w-0 xl:col-span-2">
          <SaveBar
            changes={form.changes}
            isPending={create.isPending}
            error={create.error}
            onReset={form.reset}
            label={t('create')}
            isNew
          />
        </div>
      </form>
    </Page>
  );
}

function useNewMeter() {
  const navigate = useNavigate();
  const create = useWrite(createUsageMeter);
  const activate = useWrite(activateUsageMeter);
  // A meter whose schema is not active yet stays a draft, and its page says so.
  const open = (meterId: string) =>
    void navigate({ to: '/meters/$meterId', params: { meterId }, ignoreBlocker: true });
  return {
    error: create.error,
    isPending: create.isPending || activate.isPending,
    save: (body: ReturnType<typeof newMeterOf>) =>
      create.mutate(
        { body },
        {
          onSuccess: ({ id }) => activate.mutate({ usage_meter_id: id }, { onSettled: () => open(id) }),
        },
      ),
  };
}
