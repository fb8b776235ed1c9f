import type { QueryClient } from '@tanstack/react-query';
import { getOrganization } from '../../api/generated/organization.ts';
import { getReportSources, previewReport } from '../../api/generated/reports.ts';
import { one } from '../../api/queries.ts';
import { type ReportSearch, requestOf } from './report-search.ts';

/**
 * Reads the rows of an address; those of the period before come later, in a table of their own. The screen
 * shows a problem, which it meets again.
 */
export async function loadPreview(queries: QueryClient, search: ReportSearch): Promise<void> {
  try {
    const [{ timezone: zone }] = await Promise.all([
      queries.ensureQueryData(one(getOrganization, {})),
      queries.ensureQueryData(one(getReportSources, {})),
    ]);
    const request = requestOf(search, zone);
    if (request) await queries.ensureQueryData(one(previewReport, { body: request }));
  } catch {}
}
