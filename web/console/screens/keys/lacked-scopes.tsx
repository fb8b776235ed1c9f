import { Link } from '@tanstack/react-router';
import type { ApiKeyUsage } from '../../../api/generated/types.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { recordPath } from '../../../parts/use-record-link.ts';

type Lacked = ApiKeyUsage['lackedScopes'][number];

/** The scopes for which requests of a key were forbidden, with the way to the last one. */
export function LackedScopes({ lacked }: { lacked: readonly Lacked[] }) {
  const t = useMessages('keys');
  return (
    <ul className="flex max-w-80 min-w-64 flex-col gap-0.5 whitespace-normal">
      {lacked.map((each) => (
        <li key={each.scope}>
          <Link
            to={recordPath('requests', each.lastRequestId) as '/'}
            className="text-accent hover:underline"
          >
            {lackedText(each, t)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** `lacked catalog:write 3 times, last at 1 Oct 2026, 14:03:11 UTC` */
export function lackedText(
  { scope, count, lastAt }: Lacked,
  t: ReturnType<typeof useMessages<'keys'>>,
): string {
  return t.count('lackedText', count, { scope, at: formatInstant(lastAt) });
}
