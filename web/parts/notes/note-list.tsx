import { useInfiniteQuery } from '@tanstack/react-query';
import { createNote, listNotes } from '../../api/generated/notes.ts';
import { pages } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Allowed } from '../allowed.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { NewNote } from './new-note.tsx';
import { NoteItem } from './note-item.tsx';

/** Whom notes are about: those of a customer include those of its accounts. */
export type NoteOwner = { customer_id: string } | { account_id: string };

/** What colleagues wrote, the newest first; customers never see it. */
export function NoteList({ owner }: { owner: NoteOwner }) {
  const t = useMessages('notes');
  const query = useInfiniteQuery(pages(listNotes, owner));
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={4} />;
  const notes = query.data.pages.flatMap(({ data }) => data);
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Allowed operation={createNote}>
        <NewNote owner={owner} />
      </Allowed>
      {notes.length === 0 && <EmptyState text={t('empty')} />}
      <ul aria-label={t('notes')} className="flex flex-col">
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} hasAccount={'customer_id' in owner} />
        ))}
      </ul>
      {query.hasNextPage && (
        <span>
          <Button onClick={() => void query.fetchNextPage()}>{t('older')}</Button>
        </span>
      )}
    </div>
  );
}
