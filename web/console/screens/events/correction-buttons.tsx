import { correctEvents } from '../../../api/generated/events-and-usage.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { isRedoUseful } from '../../../parts/event-status.ts';
import { CorrectionChanges } from '../../../parts/events/lazy-correction-changes.tsx';
import type { ShownEvent } from './event-detail.tsx';
import { correctedBy } from './uncounted-view.ts';

interface CorrectionButtonsProps {
  event: ShownEvent;
}

/** Process an event again after what stopped it was fixed, or take it out of the usage. */
export function CorrectionButtons({ event: shown }: CorrectionButtonsProps) {
  const t = useMessages('events');
  const { status } = shown.ingestionStatus;
  const event = correctedBy(shown);
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
          <CorrectionChanges input={{ action: 'UNDO', ...event }} />
        </ConfirmButton>
      )}
    </>
  );
}
