import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { type OpenPage, useBrowser } from './browser.ts';
import type { Person } from './people.ts';

/**
 * Pages of the console's sandbox, opened as different people. After each test they are closed, and none may
 * have had an error apart from conflicts.
 */
export function usePersonTabs(originOf: () => string): (person: Person, path: string) => Promise<Page> {
  const browser = useBrowser();
  const tabs: OpenPage[] = [];
  afterEach(async () => {
    for (const tab of tabs.splice(0)) {
      expect(tab.errors.filter((error) => !/status of 409/.test(error))).toEqual([]);
      await tab.close();
    }
  });
  return async ({ cookie }, path) => {
    const origin = originOf();
    const cookies = [{ name: 'tallymark_session', value: cookie, url: origin }];
    const tab = await browser.open(`${origin}/console/sandbox${path}`, { cookies });
    tabs.push(tab);
    return tab.page;
  };
}
