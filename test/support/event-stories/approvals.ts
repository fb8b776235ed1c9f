import { idOf } from '../approval-scenario.ts';
import { openAccount } from '../billing-scenario.ts';
import type { Client } from '../running-app.ts';
import type { Story, StoryContext } from './story.ts';

/** Ann asks to archive an account; Bob can approve it. */
async function ask(
  client: Client,
  { join }: StoryContext,
): Promise<{ id: string; ann: Client; bob: Client }> {
  const [ann, bob] = [(await join('Ann Example')).sandbox, (await join('Bob Sample')).sandbox];
  await ann.must.put('/ext/v1/approval_policy', { rules: [{ kind: 'DELETION' }] });
  await openAccount(client, 'a');
  return { id: idOf(await ann.delete('/accounts/a')), ann, bob };
}

/** Requests that wait for a second person. */
export const approvalStories: readonly Story[] = [
  {
    publishes: ['approval.requested', 'approval.approved'],
    run: async (client, _webhook, context) => {
      const { id, bob } = await ask(client, context);
      await bob.must.post(`/ext/v1/approvals/${id}/approve`);
      return [id, id];
    },
  },
  {
    publishes: ['approval.requested', 'approval.rejected'],
    run: async (client, _webhook, context) => {
      const { id, bob } = await ask(client, context);
      await bob.must.post(`/ext/v1/approvals/${id}/reject`, { comment: 'No' });
      return [id, id];
    },
  },
  {
    publishes: ['approval.cancelled'],
    run: async (client, _webhook, context) => {
      const { id, ann } = await ask(client, context);
      await ann.must.post(`/ext/v1/approvals/${id}/cancel`);
      return [id];
    },
  },
  {
    publishes: ['approval.expired'],
    run: async (client, _webhook, context) => {
      const { id } = await ask(client, context);
      await client.setClock('2030-01-08T00:00:00Z');
      return [id];
    },
  },
  {
    publishes: ['approval.stale'],
    run: async (client, _webhook, context) => {
      const { id, ann, bob } = await ask(client, context);
      const same = idOf(await bob.delete('/accounts/a'));
      await ann.must.post(`/ext/v1/approvals/${same}/approve`);
      await bob.post(`/ext/v1/approvals/${id}/approve`);
      return [id];
    },
  },
];
