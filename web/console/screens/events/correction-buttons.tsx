import { correctEvents } from '../../../api/generated/events-and-usage.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { type EventStatus, isRedoUseful } from '../../../parts/event-status.ts';

interface CorrectionButtonsProps {
  eventId: string;
  accountId: string;
  status: EventStatus;
}

/** Process an event again after what stopped it was fixed, or take it out of the usage. */
export function CorrectionButtons({ eventId, accountId, status }: CorrectionButtonsProps) {
  const t = useMessages('events');
  const event = { account_id: accountId, event_id: eventId };
  const redo = useWrite(correctEvents);
  const undo = useWrite(correctEvents);
  return (
    <>
      {isRedoUseful(status) && (
        <ConfirmButton
          label={t('redo')}
          title={t('redoTitle')}
          kind="primary"
          isPending={redo.isPending}
          error={redo.error}
          onConfirm={(close) => redo.mutate({ action: 'REDO', ...event }, { onSuccess: close })}
        >
          <p>{t('redoText')}</p>
        </ConfirmButton>
      )}
      {status === 'INGESTION_COMPLETED_EVENT_METERED' && (
        <ConfirmButton
          label={t('undo')}
          title={t('undoTitle')}
          isPending={undo.isPending}
          error={undo.error}
          onConfirm={(close) => undo.mutate({ action: 'UNDO', ...event }, { onSuccess: close })}
        >
          <p>{t('undoText')}</p>
        </ConfirmButton>
      )}
    </>
  );
}
