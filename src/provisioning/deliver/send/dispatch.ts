import type { StoredConnection } from '../../connection/stored-connection.js';
import type { CredentialContent } from '../delivery/delivery.js';
import type { MessagePlace } from '../message/message-scope.js';
import type { DeliverySettings } from '../settings/delivery-settings.js';
import type { ClaimedDelivery } from './claimed-delivery.js';

/** The part of a message that a person reads. */
export interface Composed {
  readonly settings: DeliverySettings;
  readonly content: CredentialContent;
  readonly place: MessagePlace;
  /** Text of the Wi-Fi code; null where there is none. */
  readonly code: string | null;
}

/** What a message needs to be sent to an address. */
export interface Addressed extends Composed {
  readonly delivery: Pick<ClaimedDelivery, 'id' | 'repeats' | 'createdAt' | 'facts'>;
  readonly address: string;
}

/** A delivery with all that a transport needs. */
export interface Dispatch extends Addressed {
  readonly delivery: ClaimedDelivery;
  readonly connection: StoredConnection;
}
