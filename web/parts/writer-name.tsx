import { writerOf } from './record-names/known-names.ts';
import { useName } from './record-names/use-names.ts';

/** The name of the user or the API key that wrote something; the id of others, and while it is read. */
export function WriterName({ id }: { id: string }) {
  return <bdi className="break-words">{useName(writerOf(id)) ?? id}</bdi>;
}
