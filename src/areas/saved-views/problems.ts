import { notFoundKind, problemKind } from '#platform/problem.ts';

export const savedViewNotFound = notFoundKind('saved view');
export const savedViewNameTaken = problemKind(
  'SAVED_VIEW_NAME_TAKEN',
  409,
  (d: { name: string }) =>
    `you already have a view "${d.name}" of this list; choose another name, or change that view`,
);
export const savedViewOfAnother = problemKind(
  'SAVED_VIEW_OF_ANOTHER',
  403,
  (d: { owner: string }) => `the view was saved by ${d.owner}, and only they can change or delete it`,
);
export const tooManySavedViews = problemKind(
  'TOO_MANY_SAVED_VIEWS',
  409,
  (d: { max: number }) => `you have ${d.max} saved views, the maximum; delete one first`,
);
