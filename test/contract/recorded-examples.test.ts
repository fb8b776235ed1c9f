import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { EXAMPLES_FILE } from '#platform/http/recorded-examples.ts';
import { type Recording, recordExamples } from '#test/record-examples.ts';
import { useService } from '#test/running-app.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/**
 * The examples of the OpenAPI document are calls that were made here. `npm run examples` writes them down
 * again.
 */
const isRecorder = process.env.RECORD_EXAMPLES !== undefined;
const areaFolder = join(import.meta.dirname, '../../src/areas');
const fileOf = (area: string) => join(areaFolder, area, EXAMPLES_FILE);
// An example has an identity provider on this machine.
const service = useService(LOCAL_TARGETS);

let recording: Recording;
beforeAll(async () => {
  recording = await recordExamples(service);
  if (!isRecorder) return;
  for (const [area, examples] of Object.entries(recording))
    writeFileSync(fileOf(area), `${JSON.stringify(examples, null, 2)}\n`);
}, 300_000);

describe('the examples of an area are what its operations take and return today', () => {
  it.each(areas.map(({ name }) => [name]))('%s', (name) => {
    const file = fileOf(name);
    const committed = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    expect(committed, `${name} has other examples now, run: npm run examples`).toEqual(recording[name]);
  });
});
