import type { Area } from '#platform/http/area.ts';
import { getRecordNames } from './operations/get-record-names.ts';

export const recordNames: Area = {
  name: 'record-names',
  title: 'Record names',
  resources: {},
  operations: [getRecordNames],
};
