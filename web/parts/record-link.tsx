import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recordPath } from './use-record-link.ts';

interface RecordLinkProps {
  area: string;
  id: string;
  /** The id if absent. */
  children?: ReactNode;
}

/** A link to the page of another record. */
export function RecordLink({ area, id, children }: RecordLinkProps) {
  return (
    <Link to={recordPath(area, id) as '/'} className="text-accent hover:underline">
      <bdi className="break-words">{children ?? id}</bdi>
    </Link>
  );
}
