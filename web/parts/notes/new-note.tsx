import { useState } from 'react';
import { createNote } from '../../api/generated/notes.ts';
import { useWrite } from '../../api/writes.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import type { NoteOwner } from './note-list.tsx';

/** The field for another note. What was typed stays if it cannot be saved. */
export function NewNote({ owner }: { owner: NoteOwner }) {
  const t = useMessages('notes');
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useWrite(createNote);
  const about = 'account_id' in owner ? { accountId: owner.account_id } : { customerId: owner.customer_id };
  const add = () => mutate({ body: { ...about, text: text.trim() } }, { onSuccess: () => setText('') });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') add();
      }}
    >
      <TextAreaField
        label={t('new')}
        help={t('newHelp')}
        maxLength={5000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        }}
      />
      {error !== null && <ProblemNotice error={error} />}
      <span>
        <Button kind="primary" type="submit" disabled={isPending || text.trim() === ''}>
          {t('add')}
        </Button>
      </span>
    </form>
  );
}
