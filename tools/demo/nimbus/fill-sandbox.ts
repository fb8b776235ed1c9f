import type { Api } from '../api.ts';
import { seedNimbus } from './seed.ts';
import { LAST_EVENT } from './stories.ts';

/** Fills the sandbox, unless an earlier run has; what an interrupted one left goes first. */
export async function fillSandbox(
  client: Api,
  { organization, report }: { organization: string; report: (line: string) => void },
): Promise<void> {
  if (await exists(client, `/events/${LAST_EVENT}`)) return;
  const started = performance.now();
  await client.call('POST', '/ext/v1/sandbox/wipe', { organizationId: organization });
  // A wipe keeps the settings of the organization.
  for (const name of ['PLATFORM.INVOICE_AUTO_ADVANCE', 'USER.DEMO']) {
    const setting = `/settings/setting.${name}.ORGANIZATION.${organization}`;
    if (await exists(client, setting)) await client.call('DELETE', setting);
  }
  const today = Temporal.Now.plainDateISO('UTC');
  const { events, accounts } = await seedNimbus(client, { organization, today });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  report(`Filled the sandbox: ${accounts} accounts, ${events.toLocaleString('en')} events, ${seconds} s`);
}

async function exists({ find }: Api, path: string): Promise<boolean> {
  return (await find(path)) !== null;
}
