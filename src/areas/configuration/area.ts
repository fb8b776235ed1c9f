import type { Area } from '#platform/http/area.ts';
import { exportConfiguration } from './operations/export-configuration.ts';
import { importConfiguration } from './operations/import-configuration.ts';

/** The configuration of an environment as a document that another environment can import. */
export const configuration: Area = {
  name: 'configuration',
  title: 'Configuration',
  operations: [exportConfiguration, importConfiguration],
};
