import { Type } from 'typebox';
import { Closed, DateTime, PageOf, Text } from '#platform/http/schemas.ts';

const list = Text(1, 50, {
  pattern: '^[a-z][a-z0-9/-]*$',
  form: 'must be the path of a list of the console such as invoices',
  description: 'Path of the list in the console, such as `invoices`',
});
const name = Text(1, 100);
const query = Text(0, 2000, {
  description: 'Its filters and its order, as in the URL, such as `status=DUE&sortBy=due_date`',
});
const isShared = Type.Boolean({ description: 'Whether everybody in the organization sees it' });

export const SavedView = Closed(
  {
    ...{ id: Type.String(), list, name, query, isShared },
    owner: Type.String({ description: 'Id of the user or of the API key' }),
    ownerName: Type.Optional(Type.String({ description: 'Name of the user when the view was saved' })),
    isOwn: Type.Boolean({ description: 'Whether the caller saved it, and so can change it' }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'SavedView' },
);
export const SavedViewPage = PageOf(SavedView);

export const CreateSavedViewRequest = Closed(
  { list, name, query, isShared: Type.Optional(isShared) },
  { component: 'CreateSavedViewRequest' },
);
export const UpdateSavedViewRequest = Closed(
  { name: Type.Optional(name), query: Type.Optional(query), isShared: Type.Optional(isShared) },
  { component: 'UpdateSavedViewRequest' },
);

export const SavedViewParams = Type.Object({ saved_view_id: Text(1, 50) });
