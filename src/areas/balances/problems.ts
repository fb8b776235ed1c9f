import { problemKind } from '#platform/problem.ts';

export const previewIncomplete = problemKind(
  'PREVIEW_INCOMPLETE',
  400,
  (d: { member: string; action: string }) => `${d.member}: must be present for ${d.action}`,
);
