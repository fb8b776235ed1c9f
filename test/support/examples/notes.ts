import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

export const noteExamples: Record<string, (world: World) => ExampleRequest> = {
  createNote: ({ ids }) => ({
    body: { accountId: ids.account_id, text: 'Asked for the usage of May by day; sent the export.' },
  }),
  updateNote: () => ({
    prepare: writeOwn,
    body: { text: 'Asked for the usage of May by day; sent the export and a call is due.' },
  }),
  deleteNote: () => ({ prepare: writeOwn }),
  listNotes: ({ ids }) => ({ query: `account_id=${ids.account_id}` }),
};

/** Whoever sends the examples may only change notes of their own. */
async function writeOwn({ client, ids }: World): Promise<void> {
  ids.note_id = await keepNote(client, ids.account_id ?? '');
}

/** Returns the id of the note. */
export async function keepNote(client: Client, accountId: string): Promise<string> {
  const text = 'Prefers invoices by post.';
  return (await client.must.post('/ext/v1/notes', { accountId, text })).id;
}
