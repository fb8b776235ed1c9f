import { notFoundKind, problemKind } from '#platform/problem.ts';

export const MAX_CONCURRENT = 5;

export const reportNotFound = notFoundKind('report');
export const reportTemplateNotFound = notFoundKind('report template');
export const queryInvalid = problemKind('REPORT_QUERY_INVALID', 400, (d: { problems: readonly string[] }) =>
  d.problems.slice(0, 3).join('; '),
);
export const reportAmbiguous = problemKind(
  'REPORT_AMBIGUOUS',
  400,
  () => 'reportTemplateId: send either reportTemplateId or queryInput',
);
export const reportUnnamed = problemKind(
  'REPORT_UNNAMED',
  400,
  () => 'name: is required with queryInput, because it names the file',
);
export const rangeInvalid = problemKind(
  'REPORT_RANGE_INVALID',
  400,
  () => 'endTime: must be sent with startTime and be after it',
);
export const templateArchived = problemKind(
  'REPORT_TEMPLATE_ARCHIVED',
  400,
  (d: { id: string }) => `report template ${d.id} is archived; create a new one`,
);
export const templateBuiltIn = problemKind(
  'REPORT_TEMPLATE_BUILT_IN',
  400,
  (d: { id: string }) =>
    `report template ${d.id} is built in and cannot be changed; create your own from its queryInput`,
);
export const previewTooLarge = problemKind(
  'REPORT_PREVIEW_TOO_LARGE',
  400,
  (d: { seconds: number }) =>
    `reading the rows takes longer than ${d.seconds} seconds; choose a shorter period, or request the report`,
);
export const tooManyReports = problemKind(
  'TOO_MANY_REPORTS',
  429,
  () =>
    `${MAX_CONCURRENT} reports are queued or running, the maximum; request this one again when one of ` +
    'them has ended',
);
