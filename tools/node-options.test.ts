import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeOptions } from './node-options.mjs';

afterEach(() => vi.unstubAllEnvs());

const PRETENURING = '--no-allocation-site-pretenuring';
const COLLECTING = '--expose-gc';

describe('what Node is started with', () => {
  it.each([
    // entry, NODE_OPTIONS, options
    ['src/main.ts', '', [PRETENURING, COLLECTING, '--max-semi-space-size=64']],
    ['/somewhere/src/main.ts', '', [PRETENURING, COLLECTING, '--max-semi-space-size=64']],
    ['/package/src/main.js', '', [PRETENURING, COLLECTING, '--max-semi-space-size=64']],
    ['src/main.ts', '--max-old-space-size=200', [PRETENURING, COLLECTING]],
    ['src/main.ts', '--max-semi-space-size=16', [PRETENURING, COLLECTING]],
    ['tools/audit.ts', '', []],
  ])('%s with NODE_OPTIONS=%j has %j', (entry, given, options) => {
    vi.stubEnv('NODE_OPTIONS', given);
    expect(nodeOptions(entry)).toEqual(options);
  });
});
