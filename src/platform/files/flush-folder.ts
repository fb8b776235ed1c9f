import { open } from 'node:fs/promises';

/** A new or renamed file is durable only when the folder that contains it is flushed, too. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
