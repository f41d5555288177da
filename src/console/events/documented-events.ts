import { applyDecorators, type Type } from '@nestjs/common';
import { ApiCallbacks, ApiExtension, ApiExtraModels } from '@nestjs/swagger';
import {
  AccountEventDto,
  ConnectionEventDto,
  GatewayEventDto,
  PortalEventDto,
  RunEventDto,
  VoucherEventDto,
} from './change-event.dto.js';
import { CertificateEventDto, EventDto, GuestEventDto, PolicyEventDto, RefusalEventDto } from './event.dto.js';
import { examplePayloads } from './event-examples.js';
import { type EventType, eventTypes } from './event-types.js';

const summaries: { readonly [Event in EventType]: readonly [summary: string, dto: Type<EventDto>] } = {
  'device.connected': ['A device authenticates and joins the network', EventDto],
  'device.disconnected': ['A device disconnects or its session expires', EventDto],
  'auth.failed': ['An authentication failure', RefusalEventDto],
  'auth.rejected': ['An authentication is rejected', RefusalEventDto],
  'guest.registered': ['A guest completes captive portal registration', GuestEventDto],
  'certificate.expiring': ['A client or server certificate approaches its end', CertificateEventDto],
  'policy.violated': ['A device or user violates an access policy rule', PolicyEventDto],
  'user.created': ['A user is made, by whomever', AccountEventDto],
  'user.disabled': ['A user is disabled', AccountEventDto],
  'user.enabled': ['A disabled user may sign in again', AccountEventDto],
  'user.renamed': ['A user signs in by another name', AccountEventDto],
  'user.deleted': ['A user is deleted, by whomever', AccountEventDto],
  'voucher.created': ['A voucher is made', VoucherEventDto],
  'voucher.redeemed': ['A voucher is used for the first time', VoucherEventDto],
  'connection.quarantined': ['A connection stops, since its system or its console refuses it', ConnectionEventDto],
  'connection.recovered': ['A quarantined connection works again', ConnectionEventDto],
  'run.held': ['A list would end too much access and waits for a decision', RunEventDto],
  'portal.guessing': ['Rooms and surnames, or codes of vouchers, are guessed at a captive portal', PortalEventDto],
  'portal.controller_unreachable': ['The controller of a gateway does not do what it is asked', GatewayEventDto],
  'portal.gateway_unknown': [
    'A gateway that is not known sends guests to a captive portal, or guests come to one that has no gateway',
    PortalEventDto,
  ],
};

/**
 * OpenAPI 3.1 has `webhooks` at the top. In 3.0, events are callbacks of the call that registers an endpoint, each with
 * an example.
 */
export function DocumentedEvents(): MethodDecorator {
  const callbacks = eventTypes.map((event) => {
    const [description, dto] = summaries[event];
    return {
      name: event,
      callbackUrl: '{$request.body#/url}',
      method: 'post',
      requestBody: { type: dto },
      expectedResponse: { status: 204, description: `${description}. Any 2xx counts` },
    };
  });
  return applyDecorators(
    ApiExtraModels(
      EventDto,
      RefusalEventDto,
      GuestEventDto,
      CertificateEventDto,
      PolicyEventDto,
      AccountEventDto,
      VoucherEventDto,
      ConnectionEventDto,
      RunEventDto,
      PortalEventDto,
      GatewayEventDto,
    ),
    ApiCallbacks(...callbacks),
    ApiExtension('x-event-examples', examplePayloads),
  );
}
