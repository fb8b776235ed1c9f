import type { FastifyInstance } from 'fastify';
import type { Deployment } from '../deployment.ts';
import { type FileLinks, registerFileLinks } from '../files/file-links.ts';
import { registerUploadLinks, type UploadLinks } from '../files/upload-links.ts';
import { registerConsole } from './console-routes.ts';

interface Pages {
  deployment: Deployment;
  findFile: FileLinks['find'];
  keepUpload: UploadLinks['keep'];
}

/** Besides operations, a process with the API role serves the console and the endpoints of signed links. */
export function registerPages(app: FastifyInstance, { deployment, findFile, keepUpload }: Pages): void {
  registerConsole(app, { sessionPath: '/ext/v1/session' });
  registerFileLinks(app, { ...deployment, find: findFile });
  registerUploadLinks(app, { links: deployment.links, keep: keepUpload });
}
