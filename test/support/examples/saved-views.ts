import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

export const savedViewExamples: Record<string, (world: World) => ExampleRequest> = {
  createSavedView: () => ({
    body: { list: 'invoices', name: 'Overdue', query: 'status=OVERDUE', isShared: true },
  }),
  updateSavedView: (world) => ({
    prepare: () => takeOwn(world),
    body: { name: 'To be paid', isShared: true },
  }),
  deleteSavedView: (world) => ({ prepare: () => takeOwn(world) }),
  listSavedViews: () => ({ query: 'list=invoices' }),
};

/** A view that everybody sees and the client may change; returns its id. */
export async function keepSavedView(client: Client): Promise<string> {
  const view = { list: 'invoices', name: 'Due', query: 'status=DUE', isShared: true };
  return (await client.must.post('/ext/v1/saved_views', view)).id;
}

/** Makes the view of the world one that its client has saved. */
async function takeOwn({ client, ids }: World): Promise<void> {
  const { data } = await client.must.get('/ext/v1/saved_views');
  const own = data.find(({ isOwn }: { isOwn: boolean }) => isOwn);
  ids.saved_view_id = own?.id ?? (await keepSavedView(client));
}
