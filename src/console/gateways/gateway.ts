import type { Instant } from '../../kernel/clock.js';
import type { RecordLife } from '../crud/record-life.js';
import type { GatewayEntity } from './gateway.entity.js';
import type { GatewayVendor } from './gateway-vendors.js';

/** Stands between guests and the internet, and sends them to a captive portal. */
export type Gateway = Readonly<Omit<GatewayEntity, 'organizationId' | 'lastArrival'>>;

/** The part of a gateway that is kept until the sessions at its former controller are over. */
export type RetiredController = Pick<Gateway, 'name' | 'vendor' | 'revision' | 'controller' | 'secretsSealed'>;

/** A deleted gateway that still asks which devices have to go, with its secrets opened. */
export interface RetiredAsker {
  readonly vendor: GatewayVendor;
  readonly words: Readonly<Record<string, string>>;
  readonly retiredAt: Instant;
}

/** Input of a client. Shared words go by name; null removes one. */
export type GatewayValues = Omit<Gateway, keyof RecordLife | 'secretsSealed' | 'secretsSet' | 'lastArrivalAt'> & {
  readonly secrets: Readonly<Record<string, string | null>>;
};
