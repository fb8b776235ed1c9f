import { expect, it } from 'vitest';
import { demoSteps, eventSnippet, LANGUAGES, setupSteps } from './welcome-view.ts';

const setup = { meter: true, plan: true, account: false, schedule: false, event: false, invoice: false };

it('steps are done once there is any of what they are about', () => {
  expect(
    setupSteps({ setup })
      .filter(({ isDone }) => isDone)
      .map(({ id }) => id),
  ).toEqual(['meter', 'plan']);
});

it('steps of the demo are done when nothing waits for them any more', () => {
  const done = (asOf: string, kinds: ('REJECTED_EVENTS' | 'DUE_DRAFTS' | 'ACTIVE_INCIDENTS')[]) =>
    demoSteps({ asOf, attention: kinds.map((kind) => ({ kind, count: 1 })) })
      .filter(({ isDone }) => isDone)
      .map(({ id }) => id);
  expect(done('2031-11-29T09:00:00Z', ['REJECTED_EVENTS', 'ACTIVE_INCIDENTS'])).toEqual(['overdue']);
  expect(done('2031-12-04T00:00:00Z', ['DUE_DRAFTS', 'ACTIVE_INCIDENTS'])).toEqual([
    'rejected',
    'clock',
    'overdue',
  ]);
  expect(done('2031-12-04T00:00:00Z', [])).toEqual(['rejected', 'clock', 'billRun', 'overdue', 'wallet']);
});

it.each(LANGUAGES)('a snippet in %s has the address and the key', (language) => {
  const snippet = eventSnippet(language, { url: 'https://billing.example/sandbox', key: 'sk_1' });
  expect(snippet).toContain('https://billing.example/sandbox/ingest');
  expect(snippet).toContain('Bearer sk_1');
  expect(eventSnippet(language, { url: '', key: null })).toContain('YOUR_API_KEY');
});
