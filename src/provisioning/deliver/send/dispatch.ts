import type { StoredConnection } from '../../connection/stored-connection.js';
import type { CredentialContent } from '../delivery/delivery.js';
import type { MessagePlace } from '../message/message-scope.js';
import type { DeliverySettings } from '../settings/delivery-settings.js';
import type { ClaimedDelivery } from './claimed-delivery.js';

/** A delivery with everything that a transport may need. */
export interface Dispatch {
  readonly letter: ClaimedDelivery;
  readonly connection: StoredConnection;
  readonly settings: DeliverySettings;
  readonly content: CredentialContent;
  readonly place: MessagePlace;
  /** Text of the Wi-Fi code; null where there is none. */
  readonly code: string | null;
  readonly address: string;
}
