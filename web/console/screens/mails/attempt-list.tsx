import type { Mail } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Identifier } from '../../../ui/identifier.tsx';
import { resultOf } from './mail-view.ts';

/** Every attempt to send it with the response of the server, the newest first. */
export function AttemptList({ attempts }: Pick<Mail, 'attempts'>) {
  const t = useMessages('mails');
  if (attempts.length === 0) return <p className="text-muted">{t('noAttempts')}</p>;
  return (
    <ol className="flex flex-col">
      {attempts.map((attempt) => (
        <li
          key={attempt.number}
          className="flex min-w-0 flex-col gap-1 border-b border-line py-2.5 last:border-b-0"
        >
          <p className="flex flex-wrap gap-x-3">
            <span className="font-medium">{t('attempt', { number: attempt.number })}</span>
            <span className="text-muted">{t(`way.${attempt.way}`)}</span>
            <time dateTime={attempt.startedAt} className="text-muted">
              {formatInstant(attempt.startedAt)}
            </time>
            <span className="text-muted tabular-nums">
              {t('took', { duration: formatCount(attempt.durationMs) })}
            </span>
          </p>
          <People text="accepted" addresses={attempt.accepted} />
          <People text="rejected" addresses={attempt.refused} />
          {resultOf(attempt) && (
            <p className="font-mono text-caption break-words text-muted">
              <bdi>{resultOf(attempt)}</bdi>
            </p>
          )}
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-caption text-muted">
            {t('messageId')} <Identifier value={attempt.messageId} isShort />
          </p>
        </li>
      ))}
    </ol>
  );
}

function People({ text, addresses }: { text: 'accepted' | 'rejected'; addresses: readonly string[] }) {
  const t = useMessages('mails');
  if (addresses.length === 0) return null;
  return <p className="break-words">{t(text, { who: addresses.join(', ') })}</p>;
}
