import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { getRequest } from './operations/get-request.ts';
import { listKeyUsage } from './operations/list-key-usage.ts';
import { listRequests } from './operations/list-requests.ts';
import { purgeRequests } from './purge-requests.ts';

export const requestLog: Area = {
  name: 'request-log',
  title: 'Request log',
  operations: [listRequests, getRequest, listKeyUsage],
  maintenance: purgeRequests,
};
