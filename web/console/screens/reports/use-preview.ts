import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getOrganization } from '../../../api/generated/organization.ts';
import { previewReport } from '../../../api/generated/reports.ts';
import type { PreviewReportRequest } from '../../../api/generated/request-types.ts';
import { one } from '../../../api/queries.ts';
import { comparedRequests } from '../../../parts/report/report-requests.ts';
import { type ReportSearch, requestOf } from '../../../parts/report/report-search.ts';

const STALE_MS = 30_000;

/** The rows of an address, and those of the period before if it asks for them. */
export function usePreview(search: ReportSearch) {
  const { data: organization } = useQuery({ ...one(getOrganization, {}), staleTime: STALE_MS });
  const zone = organization?.timezone;
  const request = zone ? requestOf(search, zone) : null;
  const plain = useRows(request);
  const compared = plain.data && zone ? comparedRequests(search, { zone, preview: plain.data }) : null;
  const now = useRows(compared?.now ?? null);
  const before = useRows(compared?.before ?? null);
  const hasBoth = compared !== null && now.data !== undefined && before.data !== undefined;
  return {
    zone: zone ?? 'UTC',
    request,
    plain: plain.data,
    shown: hasBoth ? now.data : plain.data,
    before: hasBoth ? (before.data ?? null) : null,
    isFetching: plain.isFetching || now.isFetching || before.isFetching,
    error: plain.error ?? now.error ?? before.error,
    retry: () => void plain.refetch(),
  };
}

function useRows(body: PreviewReportRequest | null) {
  return useQuery({
    ...one(previewReport, { body: body ?? {} }),
    staleTime: STALE_MS,
    enabled: body !== null,
    placeholderData: keepPreviousData,
  });
}
