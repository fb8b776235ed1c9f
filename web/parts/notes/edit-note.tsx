import { useState } from 'react';
import { updateNote } from '../../api/generated/notes.ts';
import type { Note } from '../../api/generated/types.ts';
import { useWrite } from '../../api/writes.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { TextAreaField } from '../../ui/field.tsx';
import { FormBody } from '../dialog-form.tsx';

/** Another text for a note, in its place. */
export function EditNote({ note, onClose }: { note: Note; onClose(): void }) {
  const t = useMessages('notes');
  const [text, setText] = useState(note.text);
  const { mutate, isPending, error } = useWrite(updateNote);
  return (
    <FormBody
      label={t('save')}
      onOpenChange={onClose}
      isPending={isPending || text.trim() === ''}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ note_id: note.id, body: { text: text.trim() } }, { onSuccess: onClose });
      }}
    >
      <TextAreaField
        label={t('text')}
        maxLength={5000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormBody>
  );
}
