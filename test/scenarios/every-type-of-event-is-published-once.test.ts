import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { EVENT_TYPES, type EventType, PUBLISHED_TYPES } from '#areas/webhooks/event-types.ts';
import { approvalStories } from '#test/event-stories/approvals.ts';
import { catalogStories } from '#test/event-stories/catalog.ts';
import { invoiceStories } from '#test/event-stories/invoices.ts';
import { platformStories } from '#test/event-stories/platform.ts';
import { purchaseStories } from '#test/event-stories/purchases.ts';
import { addPerson } from '#test/people.ts';
import type { Client } from '#test/running-app.ts';
import { useService } from '#test/running-app.ts';
import { callHooks } from '#test/scripted-hook.ts';

/** What nothing tells of, and why it cannot happen today. */
const UNPUBLISHED: Partial<Record<EventType, string>> = {};

const dataDir = mkdtempSync(join(tmpdir(), 'tallymark-told-'));
const service = useService({ DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const STORIES = [
  ...[...catalogStories, ...purchaseStories, ...invoiceStories, ...platformStories],
  ...approvalStories,
];

describe('the catalogue', () => {
  it('has a story for each type, or the reason why there is none', () => {
    const published = [...new Set(STORIES.flatMap(({ publishes }) => publishes))];
    expect([...published, ...Object.keys(UNPUBLISHED)].toSorted()).toEqual(
      Object.keys(EVENT_TYPES).toSorted(),
    );
    expect(published.toSorted()).toEqual(PUBLISHED_TYPES.toSorted());
  });
});

test.each(STORIES.map((story, index) => [story.publishes.join(', '), index, story] as const))(
  'once each: %s',
  async (_, index, { publishes, run }) => {
    const { sandbox } = await service.createOrganization(`story-${index}`);
    await sandbox.setClock('2030-01-01T00:00:00Z');
    // Everything is waited for, so that it is read and on its way; an address that nobody has takes it.
    const hook = await sandbox.must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['*'] });
    const callAt = (at: Temporal.Instant) => callHooks(service, { at, client: sandbox });
    const organization = `story-${index}`;
    const ids = await run(sandbox, hook.id, {
      ...{ filesFolder: join(dataDir, 'files'), callHooks: callAt },
      join: (name) => addPerson(service, { organization, name }),
    });
    expect(ids).toHaveLength(publishes.length);
    for (const [index, type] of publishes.entries())
      expect([type, await messages(sandbox, { type, id: ids[index] ?? '', hook: hook.id })]).toEqual([
        type,
        [{ isShown: true, deliveries: 1 }],
      ]);
  },
);

/** Every event of a type and a thing: whether it shows the thing, and how often it is on its way. */
async function messages(client: Client, { type, id, hook }: { type: string; id: string; hook: string }) {
  const query = `type=${type}&resource_id=${encodeURIComponent(id)}`;
  const { data } = await client.must.get(`/ext/v1/webhooks/events?${query}`);
  const looks = data.map(async (event: { id: string }) => {
    const { data: shown } = await client.must.get(`/ext/v1/webhooks/events/${event.id}`);
    const sent = await client.must.get(`/ext/v1/webhooks/${hook}/deliveries?event_id=${event.id}`);
    const isShown = shown.truncated === undefined && Object.keys(shown.object).length > 1;
    return { isShown, deliveries: sent.data.length };
  });
  return Promise.all(looks);
}
