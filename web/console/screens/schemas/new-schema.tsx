import { Link, useNavigate } from '@tanstack/react-router';
import { activateEventSchema, createEventSchema } from '../../../api/generated/event-schemas.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { inferSchema, schemaForm } from './schema-form.ts';

/** A schema, inferred from an event that somebody pastes; it is active at once. */
export function NewSchema() {
  const t = useMessages('schemaForm');
  const schemas = useMessages('schemas');
  const navigate = useNavigate();
  const create = useWrite(createEventSchema);
  const activate = useWrite(activateEventSchema);
  const form = useForm(schemaForm(t), (body) =>
    create.mutate(
      { body },
      {
        onSuccess: ({ name: schemaName }) =>
          activate.mutate(
            { event_schema_name: schemaName },
            {
              onSettled: () =>
                void navigate({ to: '/schemas/$schemaName', params: { schemaName }, ignoreBlocker: true }),
            },
          ),
      },
    ),
  );
  const { sample } = form.fields;
  const infer = (text: string) => {
    const found = inferSchema(text);
    form.set({
      sample: text,
      ...(found && {
        ...(found.name && { name: found.name }),
        ...{ attributes: found.attributes.join(', '), dimensions: found.dimensions.join(', ') },
      }),
    });
  };
  const isRead = sample.trim() === '' || inferSchema(sample) !== null;
  return (
    <Page above={<Link to="/schemas">{schemas('title')}</Link>} title={t('new')}>
      <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0} />
        <TextAreaField
          label={t('sample')}
          help={t('sampleHelp')}
          spellCheck={false}
          className="font-mono text-caption"
          {...form.input('sample')}
          error={isRead ? undefined : t('sampleInvalid')}
          onChange={({ target }) => infer(target.value)}
        />
        <TextField label={t('name')} help={t('nameHelp')} {...form.input('name')} />
        <TextField label={t('attributes')} help={t('attributesHelp')} {...form.input('attributes')} />
        <TextField label={t('dimensions')} help={t('dimensionsHelp')} {...form.input('dimensions')} />
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
