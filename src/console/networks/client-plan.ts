import { type FieldProblem } from '../../kernel/errors.js';
import type { ClientFields, ClientInput, NetworkClient } from './network.js';

/** A stored client. */
export interface StoredClient extends NetworkClient {
  /** RadiusSecrets opens it. */
  readonly secretSealed: Buffer;
}

export interface ClientPlan {
  /** In the requested order. */
  readonly clients: readonly StoredClient[];
  readonly generatedSecrets: ReadonlyMap<string, string>;
}

/** Where a plan gets ids and secrets. */
export interface ClientMaking {
  nextId(): string;
  generate(): string;
  seal(secret: string): Buffer;
  open(sealed: Buffer): string;
}

const usual: Omit<ClientFields, 'address' | 'shortName'> = {
  vendor: 'generic',
  radsec: false,
  coaPort: 3799,
  requireMessageAuthenticator: true,
};

/** The clients after a change. Those that are meant keep their ids; the others are removed or created. */
export function planClients(
  before: readonly StoredClient[],
  inputs: readonly ClientInput[],
  making: ClientMaking,
): ClientPlan | readonly FieldProblem[] {
  const named = new Set(inputs.map(({ id }) => id));
  const unknown = inputs.flatMap(({ id }, index) =>
    id && !before.some((client) => client.id === id)
      ? [
          {
            pointer: `#/clients/${index}/id`,
            detail: 'is the id of no client of this network: leave it out for a new one',
          },
        ]
      : [],
  );
  if (unknown.length > 0) return unknown;
  const generatedSecrets = new Map<string, string>();
  const clients = inputs.map(({ id, secret, ...values }): StoredClient => {
    // If an address moved to a client with an id, it does not mean the client that had it before.
    const same = before.find((client) =>
      id ? client.id === id : client.address === values.address && !named.has(client.id),
    );
    const base = same ?? { ...usual, shortName: values.address, id: making.nextId() };
    const made = secret === null || (secret === undefined && !same) ? making.generate() : undefined;
    if (made !== undefined) generatedSecrets.set(base.id, made);
    const wanted = made ?? secret ?? undefined;
    const isKept = same !== undefined && (wanted === undefined || making.open(same.secretSealed) === wanted);
    return { ...base, ...values, secretSealed: isKept ? same.secretSealed : making.seal(wanted ?? '') };
  });
  return { clients, generatedSecrets };
}
