import { notFoundKind, problemKind } from '#platform/problem.ts';

export const addOnNotFound = notFoundKind('add-on');
export const addOnNameTaken = problemKind(
  'ADD_ON_NAME_TAKEN',
  409,
  (d: { name: string }) => `name: an active add-on named ${d.name} already exists`,
);
export const billableNameTaken = problemKind(
  'BILLABLE_NAME_TAKEN',
  409,
  (d: { name: string }) => `billableName: an active add-on billed as ${d.name} already exists`,
);
export const addOnArchived = problemKind(
  'ADD_ON_ARCHIVED',
  400,
  (d: { id: string }) => `add-on ${d.id} is archived and cannot be changed`,
);
export const addOnInUse = problemKind(
  'ADD_ON_IN_USE',
  400,
  (d: { id: string }) =>
    `add-on ${d.id} is priced by a price plan; remove its rate card from every plan first`,
);
