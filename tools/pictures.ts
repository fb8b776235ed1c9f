// Records the pictures of the console again, after a change that is meant to be seen:  node tools/pictures.ts
// With a folder, every state is also written there at both widths and in both themes, in full size.
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

const TEST = 'test/browser/console-pictures.test.ts';
const [folder] = process.argv.slice(2);

/** Read by the test, in each process of the runner. */
process.env.RECORD_PICTURES = 'yes';
if (folder !== undefined) process.env.PICTURE_GALLERY = resolve(folder);
const vitest = await createVitest({ run: true, watch: false });
await vitest.start([TEST]);
const hasPassed = vitest.state.getTestModules().every((each) => each.ok());
await vitest.close();
process.exitCode = hasPassed ? 0 : 1;
