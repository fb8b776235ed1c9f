// Records the examples of the OpenAPI document again, and writes the document with them:  npm run examples
import { writeFileSync } from 'node:fs';
import { createVitest } from 'vitest/node';
import { OPENAPI_FILE, openApiText } from './openapi.ts';

const TEST = 'test/contract/recorded-examples.test.ts';

/** Read by the test, in each process of the runner. */
process.env.RECORD_EXAMPLES = 'yes';
const vitest = await createVitest({ run: true, watch: false });
await vitest.start([TEST]);
const hasPassed = vitest.state.getTestModules().every((each) => each.ok());
await vitest.close();
if (hasPassed) writeFileSync(OPENAPI_FILE, openApiText());
process.exitCode = hasPassed ? 0 : 1;
