import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { getEventSchema, updateEventSchema } from '../../../api/generated/event-schemas.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { editForm } from './schema-edit.ts';

const route = getRouteApi('/schemas/$schemaName/edit');

/** The fields of a schema. One that was active can only gain some, and begins its next version. */
export function EditSchema() {
  const t = useMessages('schemaForm');
  const { schemaName } = route.useParams();
  const navigate = useNavigate();
  const input = { event_schema_name: schemaName };
  const { data: schema } = useSuspenseQuery(one(getEventSchema, input));
  const write = useWrite(updateEventSchema);
  const form = useForm(editForm(schema, t), (body) =>
    write.mutate(
      { ...input, body },
      {
        onSuccess: () =>
          void navigate({ to: '/schemas/$schemaName', params: { schemaName }, ignoreBlocker: true }),
      },
    ),
  );
  const isDraft = schema.status === 'DRAFT';
  return (
    <Page
      above={
        <Link to="/schemas/$schemaName" params={{ schemaName }}>
          <bdi>{schema.name}</bdi>
        </Link>
      }
      title={isDraft ? t('editDraft') : t('nextVersion', { version: String(schema.version + 1) })}
    >
      <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0} />
        <p className="text-muted">{isDraft ? t('draftHelp') : t('growHelp')}</p>
        <TextField label={t('attributes')} help={t('attributesHelp')} {...form.input('attributes')} />
        <TextField label={t('dimensions')} help={t('dimensionsHelp')} {...form.input('dimensions')} />
        <TextField label={t('filterFields')} help={t('filterFieldsHelp')} {...form.input('filterFields')} />
        <TextAreaField label={t('description')} maxLength={255} {...form.input('description')} />
        <TextField
          label={t('idTemplate')}
          help={t('idTemplateHelp', { example: '{{accountId}}:{{dimensions.order}}' })}
          {...form.input('idTemplate')}
        />
        <SaveBar
          changes={form.changes}
          isPending={write.isPending}
          error={write.error}
          onReset={form.reset}
        />
      </form>
    </Page>
  );
}
