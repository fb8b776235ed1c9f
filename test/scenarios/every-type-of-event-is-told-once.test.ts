import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { EVENT_TYPES, type EventType, PUBLISHED_TYPES } from '#areas/webhooks/event-types.ts';
import type { Client } from '#test/running-app.ts';
import { useService } from '#test/running-app.ts';
import { askHooks } from '#test/scripted-hook.ts';
import { catalogStories } from '#test/told-stories/catalog.ts';
import { invoiceStories } from '#test/told-stories/invoices.ts';
import { platformStories } from '#test/told-stories/platform.ts';
import { purchaseStories } from '#test/told-stories/purchases.ts';

/** What nothing tells of, and why it cannot happen today. */
const NOT_TOLD: Partial<Record<EventType, string>> = {};

const dataDir = mkdtempSync(join(tmpdir(), 'tallymark-told-'));
const service = useService({ DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const STORIES = [...catalogStories, ...purchaseStories, ...invoiceStories, ...platformStories];

describe('the catalogue', () => {
  it('has a story for each type, or the reason why there is none', () => {
    const told = [...new Set(STORIES.flatMap(({ tells }) => tells))];
    expect([...told, ...Object.keys(NOT_TOLD)].toSorted()).toEqual(Object.keys(EVENT_TYPES).toSorted());
    expect(told.toSorted()).toEqual(PUBLISHED_TYPES.toSorted());
  });
});

test.each(STORIES.map((story, index) => [story.tells.join(', '), index, story] as const))(
  'once each: %s',
  async (_, index, { tells, happens }) => {
    const { sandbox } = await service.createOrganization(`story-${index}`);
    await sandbox.setClock('2030-01-01T00:00:00Z');
    // Everything is waited for, so that it is read and on its way; an address that nobody has takes it.
    const hook = await sandbox.must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['*'] });
    const askAt = (at: Temporal.Instant) => askHooks(service, { at, client: sandbox });
    const ids = await happens(sandbox, hook.id, { filesFolder: join(dataDir, 'files'), askHooks: askAt });
    expect(ids).toHaveLength(tells.length);
    for (const [place, type] of tells.entries())
      expect([type, await messages(sandbox, { type, id: ids[place] ?? '', hook: hook.id })]).toEqual([
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
