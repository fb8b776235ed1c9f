import type { Area } from '#platform/http/area.ts';
import { exportConfiguration } from './operations/export-configuration.ts';
import { importConfiguration } from './operations/import-configuration.ts';

/** What an environment is set up by, as a document that another one can be brought to. */
export const configuration: Area = {
  name: 'configuration',
  title: 'Configuration',
  operations: [exportConfiguration, importConfiguration],
};
