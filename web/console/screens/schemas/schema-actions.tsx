import { Link } from '@tanstack/react-router';
import {
  activateEventSchema,
  archiveEventSchema,
  deactivateEventSchema,
  updateEventSchema,
} from '../../../api/generated/event-schemas.ts';
import type { EventSchema } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { UsedBy } from '../../../parts/used-by.tsx';
import { buttonClasses } from '../../../ui/button.tsx';

/** What can be done with the latest version of a schema. */
export function SchemaActions({ schema: { name, status } }: { schema: EventSchema }) {
  const t = useMessages('schemas');
  const activate = useWrite(activateEventSchema);
  const deactivate = useWrite(deactivateEventSchema);
  const archive = useWrite(archiveEventSchema);
  const input = { event_schema_name: name };
  if (status === 'ARCHIVED') return null;
  const isActive = status === 'ACTIVE';
  const change = isActive ? deactivate : activate;
  const word = isActive ? 'deactivate' : 'activate';
  return (
    <Allowed operation={updateEventSchema}>
      <Link to="/schemas/$schemaName/edit" params={{ schemaName: name }} className={buttonClasses()}>
        {t('edit')}
      </Link>
      <ConfirmButton
        label={t(word)}
        title={t(`${word}Title`, { name })}
        isPending={change.isPending}
        error={change.error}
        onConfirm={(close) => change.mutate(input, { onSuccess: close })}
      >
        <p>{t(`${word}Text`)}</p>
      </ConfirmButton>
      {!isActive && (
        <ConfirmButton
          kind="danger"
          label={t('archive')}
          title={t('archiveTitle', { name })}
          isPending={archive.isPending}
          error={archive.error}
          onConfirm={(close) => archive.mutate(input, { onSuccess: close })}
        >
          <p>{t('archiveText')}</p>
          <UsedBy type="EVENT_SCHEMA" id={name} />
        </ConfirmButton>
      )}
    </Allowed>
  );
}
