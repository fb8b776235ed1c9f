import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

export const noteExamples: Record<string, (world: World) => ExampleRequest> = {
  createNote: ({ ids }) => ({
    body: { accountId: ids.account_id, text: 'Asked for the usage of May by day; sent the export.' },
  }),
  updateNote: () => ({
    body: { text: 'Asked for the usage of May by day; sent the export and a call is due.' },
  }),
  listNotes: ({ ids }) => ({ query: `account_id=${ids.account_id}` }),
};

/** A note that the caller of the examples may change; returns its id. */
export async function keepNote(client: Client, accountId: string): Promise<string> {
  const text = 'Prefers invoices by post.';
  return (await client.must.post('/ext/v1/notes', { accountId, text })).id;
}
