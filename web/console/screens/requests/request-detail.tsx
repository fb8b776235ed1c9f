import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getRequest } from '../../../api/generated/request-log.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { place } from '../../../session/environment.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page } from '../../../ui/page.tsx';
import { RequestBody } from './request-body.tsx';
import { RequestComparison } from './request-comparison.tsx';
import { RequestError } from './request-error.tsx';
import { RequestFacts } from './request-facts.tsx';
import { callOf, curlOf, headerText, lookOf } from './request-view.ts';

const route = getRouteApi('/requests/$requestId');

/** What was sent and what was received, compared with the request before it. */
export function RequestDetail() {
  const t = useMessages('requests');
  const { requestId } = route.useParams();
  const { data: request } = useSuspenseQuery(one(getRequest, { request_id: requestId }));
  const base = `${globalThis.location?.origin ?? ''}${place.root}`;
  const curl = curlOf(request, base);
  const hidden = request.isHidden ? t('hidden', { scope: request.requiredScope ?? '—' }) : null;
  const bodyOf = (side: 'request' | 'response') => (
    <RequestBody
      headers={headerText(request[`${side}Headers`])}
      body={request[`${side}Body`]}
      bodies={request.bodies}
      hidden={hidden}
    />
  );
  return (
    <Page
      above={<Link to="/requests">{t('title')}</Link>}
      title={<bdi className="break-all">{callOf(request)}</bdi>}
      beside={
        <>
          <Badge tone={lookOf(request.status).tone}>{String(request.status)}</Badge>
          <Identifier value={request.requestId} isShort />
        </>
      }
      actions={<SnippetButton code={curl} />}
    >
      <RequestError request={request} />
      <RequestFacts request={request} />
      <DetailTabs
        label={t('parts')}
        keeps={['with']}
        tabs={[
          { id: 'request', title: t('request'), content: () => bodyOf('request') },
          { id: 'response', title: t('response'), content: () => bodyOf('response') },
          {
            ...{ id: 'compare', title: t('compare') },
            content: () => <RequestComparison request={request} />,
          },
        ]}
      />
    </Page>
  );
}
