import { useQuery } from '@tanstack/react-query';
import { one } from '../api/queries.ts';
import { isAllowed, useSession } from '../session/session.tsx';
import type { RecordKind } from './record-field.tsx';
import { RecordLink } from './record-link.tsx';

interface RecordNameProps<ListInput, Row, GetInput> {
  kind: RecordKind<ListInput, Row, GetInput>;
  area: string;
  id: string;
}

const STALE_MS = 30_000;

/** A link to a record by its name; by its id to those who may not read it, and while it is read. */
export function RecordName<ListInput, Row, GetInput>(props: RecordNameProps<ListInput, Row, GetInput>) {
  const { kind, area, id } = props;
  const canRead = isAllowed(useSession(), kind.get);
  const { data } = useQuery({ ...one(kind.get, kind.input(id)), staleTime: STALE_MS, enabled: canRead });
  return (
    <RecordLink area={area} id={id}>
      {data ? kind.option(data).text : id}
    </RecordLink>
  );
}
