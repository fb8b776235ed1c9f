import { expect, it } from 'vitest';
import { SABOTAGES, sabotagedFiles } from './sabotage.ts';

/** Everyday runs build a third of them; a renamed file or line would show only when its turn comes. */
it.each(SABOTAGES)('finds in the source what a build that %s goes without', async (name) => {
  expect((await sabotagedFiles(name)).size).toBeGreaterThan(0);
});
