// Writes docs/organization-settings.md from the settings that the product knows:
//   node_modules/.bin/node tools/settings-page.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '#areas/settings/index.ts';

export const SETTINGS_FILE = join(import.meta.dirname, '../docs/organization-settings.md');

const HEAD = `# Settings of an organization

These settings control how Tallymark bills for an organization, or for one of its accounts, groups or
customers. Operators configure the whole deployment with [environment variables](settings.md).
\`tools/settings-page.ts\` generates this page from \`src/areas/settings/platform-keys.ts\`; a test compares
them.

\`POST /settings\` stores a setting, \`DELETE /ext/v1/settings/{setting_id_str}\` removes it:

\`\`\`json
{ "namespace": "PLATFORM", "id": "INVOICE_AUTO_ADVANCE", "name": "Auto advance", "dataType": "STRING",
  "value": "false", "entityType": "ORGANIZATION", "entityId": "default" }
\`\`\`

Values are text. If a setting is allowed in several places, the first place in this table that has it wins.
The namespace PLATFORM accepts no other ids.
`;

const TAIL = `
\`PATCH /ext/v1/organization\` sets the time zone and the base currency. The namespaces USER and INTEGRATION
are free for settings of your own, which [invoice templates](invoice-templates.md) can print. Tallymark reads
one of them: \`PAYMENT_LINK\` (INTEGRATION) of an invoice, the URL where it can be paid ([mail](mail.md)).
`;

/** The text of the committed page. */
export function settingsText(): string {
  return `${HEAD}\n${settingsTable()}\n${TAIL}`;
}

if (import.meta.main) writeFileSync(SETTINGS_FILE, settingsText());
