import { useState } from 'react';
import { deleteNote } from '../../api/generated/notes.ts';
import type { Note } from '../../api/generated/types.ts';
import { useWrite } from '../../api/writes.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { RecordLink } from '../record-link.tsx';
import { EditNote } from './edit-note.tsx';

/** A note with its author and time. Its author can change and delete it, administrators can delete it. */
export function NoteItem({ note, hasAccount }: { note: Note; hasAccount: boolean }) {
  const t = useMessages('notes');
  const [isEdited, setEdited] = useState(false);
  const session = useSession();
  const isOwn = session.user.id === note.author;
  const canDelete = isOwn || isAllowed(session, { scope: 'org:write' });
  const remove = useWrite(deleteNote);
  return (
    <li className="flex flex-col gap-2 border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-muted">
        <bdi className="font-medium text-ink">{note.authorName ?? note.author}</bdi>
        <Instant at={note.createdAt} isRelative />
        {note.updatedAt !== note.createdAt && <span>{t('edited')}</span>}
        {hasAccount && note.accountId && <RecordLink area="accounts" id={note.accountId} />}
        {canDelete && !isEdited && (
          <span className="ms-auto flex">
            {isOwn && (
              <Button kind="quiet" onClick={() => setEdited(true)}>
                {t('edit')}
              </Button>
            )}
            <ConfirmButton
              kind="quiet"
              label={t('delete')}
              title={t('deleteTitle')}
              isPending={remove.isPending}
              error={remove.error}
              onConfirm={(close) => remove.mutate({ note_id: note.id }, { onSuccess: close })}
            >
              <p>{t('deleteText')}</p>
            </ConfirmButton>
          </span>
        )}
      </div>
      {isEdited ? (
        <EditNote note={note} onClose={() => setEdited(false)} />
      ) : (
        <p className="max-w-[72ch] text-body break-words whitespace-pre-wrap">
          <bdi>{note.text}</bdi>
        </p>
      )}
    </li>
  );
}
