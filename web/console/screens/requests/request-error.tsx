import type { LoggedRequestDetail } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { place } from '../../../session/environment.ts';
import { Notice } from '../../../ui/notice.tsx';
import { errorSentence } from './request-view.ts';

/** Why the request failed, with the way to the documentation of its error. */
export function RequestError({ request }: { request: LoggedRequestDetail }) {
  const t = useMessages('requests');
  const { status, errorCode, operationId, lackedScopes = [] } = request;
  if (status < 400) return null;
  const page = operationId ? `operations/${operationId}` : 'api/errors';
  const sentence = errorSentence(request) ?? t('noSentence');
  return (
    <Notice
      kind={status >= 500 ? 'bad' : 'warn'}
      title={errorCode ?? String(status)}
      actions={
        <a href={`${place.root}/docs/${page}`} className="text-accent hover:underline">
          {t('docs')}
        </a>
      }
    >
      <bdi>{sentence}</bdi>
      {lackedScopes.length > 0 && (
        <p className="mt-1">
          {t('lacked')} <code className="font-mono text-caption">{lackedScopes.join(', ')}</code>
        </p>
      )}
    </Notice>
  );
}
