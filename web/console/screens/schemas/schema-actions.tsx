import { Link } from '@tanstack/react-router';
import {
  activateEventSchema,
  archiveEventSchema,
  deactivateEventSchema,
  updateEventSchema,
} from '../../../api/generated/event-schemas.ts';
import type { EventSchema } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { UsedBy } from '../../../parts/used-by.tsx';
import { WriteButton } from '../../../parts/write-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';

/** What can be done with the latest version of a schema. */
export function SchemaActions({ schema: { name, status } }: { schema: EventSchema }) {
  const t = useMessages('schemas');
  const input = { event_schema_name: name };
  if (status === 'ARCHIVED') return null;
  const isActive = status === 'ACTIVE';
  const word = isActive ? 'deactivate' : 'activate';
  return (
    <Allowed operation={updateEventSchema}>
      <Link to="/schemas/$schemaName/edit" params={{ schemaName: name }} className={buttonClasses()}>
        {t('edit')}
      </Link>
      <WriteButton
        key={word}
        operation={isActive ? deactivateEventSchema : activateEventSchema}
        input={input}
        label={t(word)}
        title={t(`${word}Title`, { name })}
      >
        <p>{t(`${word}Text`)}</p>
      </WriteButton>
      {!isActive && (
        <WriteButton
          operation={archiveEventSchema}
          input={input}
          kind="danger"
          label={t('archive')}
          title={t('archiveTitle', { name })}
        >
          <p>{t('archiveText')}</p>
          <UsedBy type="EVENT_SCHEMA" id={name} />
        </WriteButton>
      )}
    </Allowed>
  );
}
