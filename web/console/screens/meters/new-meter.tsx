import { Link, useNavigate } from '@tanstack/react-router';
import { activateUsageMeter, createUsageMeter } from '../../../api/generated/usage-meters.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { eventSchemas } from '../../../parts/record-kinds.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { METER_TEMPLATES, meterForm, needsField, requestOf } from './meter-form.ts';

const MOST = 10;

/** A meter from one of five templates, which is active at once. */
export function NewMeter() {
  const t = useMessages('meterForm');
  const meters = useMessages('meters');
  const navigate = useNavigate();
  const create = useWrite(createUsageMeter);
  const activate = useWrite(activateUsageMeter);
  const form = useForm(meterForm(t), (body) =>
    create.mutate(
      { body },
      {
        onSuccess: ({ id: meterId }) =>
          activate.mutate(
            { usage_meter_id: meterId },
            {
              // A meter whose schema is not active yet stays a draft, and its page says so.
              onSettled: () =>
                void navigate({ to: '/meters/$meterId', params: { meterId }, ignoreBlocker: true }),
            },
          ),
      },
    ),
  );
  const rows = form.rows('filters');
  const { template } = form.fields;
  const known = METER_TEMPLATES.find((each) => each === template) ?? 'COUNT';
  return (
    <Page
      above={<Link to="/meters">{meters('title')}</Link>}
      title={t('new')}
      actions={<SnippetButton code={snippet(createUsageMeter, { body: requestOf(form.fields) })} />}
    >
      <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0} />
        <SelectField
          label={t('template')}
          help={t(`templateHelp.${known}`)}
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
        <TextField label={t('unit')} help={t('unitHelp')} {...form.input('unit')} />
        <RowsField
          label={t('filters')}
          help={t('filtersHelp')}
          rows={rows}
          newRow={() => ({ field: '', value: '' })}
          addLabel={t('addFilter')}
          nameOf={(index) => t('filterName', { number: index + 1 })}
          max={MOST}
        >
          {(_, index) => (
            <>
              <TextField label={t('filterField')} {...rows.input(index, 'field')} />
              <TextField label={t('filterValue')} {...rows.input(index, 'value')} />
            </>
          )}
        </RowsField>
        <SaveBar
          changes={form.changes}
          isPending={create.isPending || activate.isPending}
          error={create.error}
          onReset={form.reset}
          label={t('create')}
          isNew
        />
      </form>
    </Page>
  );
}
