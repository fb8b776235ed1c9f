import type { QueryClient } from '@tanstack/react-query';
import { getOrganization } from '../../api/generated/organization.ts';
import { getReportSources, previewReport } from '../../api/generated/reports.ts';
import { one } from '../../api/queries.ts';
import { comparedRequests } from './report-requests.ts';
import { type ReportSearch, requestOf } from './report-search.ts';

/** Reads the rows of an address. A problem is shown by the screen, which meets it again. */
export async function loadPreview(queries: QueryClient, search: ReportSearch): Promise<void> {
  try {
    const [{ timezone: zone }] = await Promise.all([
      queries.ensureQueryData(one(getOrganization, {})),
      queries.ensureQueryData(one(getReportSources, {})),
    ]);
    const request = requestOf(search, zone);
    if (!request) return;
    const preview = await queries.ensureQueryData(one(previewReport, { body: request }));
    const compared = comparedRequests(search, { zone, preview });
    if (!compared) return;
    await Promise.all(
      [compared.now, compared.before].map((body) => queries.ensureQueryData(one(previewReport, { body }))),
    );
  } catch {}
}
