import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { RetiredController } from '../gateways/gateway.js';

/** A session whose device a gateway's controller was asked to let in. */
export interface ControllerSession {
  readonly gatewayId: string;
  /** 12 lower-case digits. */
  readonly mac: string;
  /** What the gateway's redirect said. */
  readonly arrival: Readonly<Record<string, string>>;
  /** When the controller closes by itself. */
  readonly untilAt: Instant;
  /** The former controller, which knows the device, once the gateway was deleted or has another controller. */
  readonly retired: RetiredController | null;
}

/**
 * ended: read back that the device is out. pending: the controller was told, and does not say so yet. unanswered: it
 * could not be told.
 */
export type ControllerEnding = 'ended' | 'pending' | 'unanswered';

/** Tells a controller to put a device out. Never throws for what the controller does. */
export type EndAtController = (
  context: Context,
  sessionId: string,
  session: ControllerSession,
  signal: AbortSignal,
) => Promise<ControllerEnding>;

/** Tells a controller to let a device in until then, with what its account gets now. False: the call failed. */
export type AdmitAtController = (context: Context, sessionId: string, until: Instant) => Promise<boolean>;

/** Who speaks with controllers says so here: the layer that knows them stands above this one. */
@Injectable()
export class SessionControllers {
  private tell: EndAtController = () => Promise.resolve('unanswered');
  private tellAnew: AdmitAtController = () => Promise.resolve(false);

  use(tell: EndAtController, tellAnew: AdmitAtController): void {
    this.tell = tell;
    this.tellAnew = tellAnew;
  }

  admitAnew(context: Context, sessionId: string, until: Instant): Promise<boolean> {
    return this.tellAnew(context, sessionId, until);
  }

  end(context: Context, sessionId: string, session: ControllerSession, signal: AbortSignal): Promise<ControllerEnding> {
    return this.tell(context, sessionId, session, signal);
  }
}
