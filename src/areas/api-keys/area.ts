import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { authenticate } from './operations/authenticate.ts';
import { createApiKey } from './operations/create-api-key.ts';
import { deleteApiKey } from './operations/delete-api-key.ts';
import { listApiKeys } from './operations/list-api-keys.ts';
import { rotateApiKey } from './operations/rotate-api-key.ts';
import { updateApiKey } from './operations/update-api-key.ts';

export const apiKeys: Area = {
  name: 'api-keys',
  title: 'API keys',
  operations: [authenticate, createApiKey, listApiKeys, updateApiKey, rotateApiKey, deleteApiKey],
};
