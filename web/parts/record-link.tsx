import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recordPath } from './use-record-link.ts';

interface RecordLinkProps {
  area: string;
  id: string;
  /** Parameters of its address. */
  search?: Readonly<Record<string, string>>;
  /** The id if absent. */
  children?: ReactNode;
}

/** A link to the page of another record. */
export function RecordLink({ area, id, search, children }: RecordLinkProps) {
  return (
    <Link
      to={recordPath(area, id) as '/'}
      {...(search && { search: search as never })}
      className="text-accent hover:underline"
    >
      <bdi className="break-words">{children ?? id}</bdi>
    </Link>
  );
}
