import type { World } from '../example-world.ts';
import type { Client, Service } from '../running-app.ts';

/** The passkey that the person of a world has where an example needs one. */
export const PASSKEY_ID = 'pk.0UXQ9C00.0000001';

/** The worlds of clients, and what makes them whole again. */
const services = new WeakMap<Client, Service>();
const persons = new WeakMap<Client, Client>();

/** The client of the person in the world of a client; the client itself without one. */
export function personOf(client: Client): Client {
  return persons.get(client) ?? client;
}

/** The world whose requests the person sends instead of the key. */
export function actAsPerson(world: World): World {
  const client = personOf(world.client);
  services.set(client, serviceOf(world.client));
  return { ...world, client };
}

/** The service behind the client of a world. */
export function serviceOf(client: Client): Service {
  const service = services.get(client);
  if (!service) throw new Error('a world without people');
  return service;
}

/** The person who sends what only people may send, in the world of a client. */
export function knowPerson(client: Client, { service, person }: { service: Service; person: Client }): void {
  services.set(client, service);
  persons.set(client, person);
}
