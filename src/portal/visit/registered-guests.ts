import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { holderOf, type Visitor } from './visitor.js';

export interface GuestHere {
  readonly registration: Registration;
  readonly state: JourneyState;
}

/** Authenticated guests: the state in their pages names the registration. */
@Injectable()
export class RegisteredGuests {
  constructor(
    private readonly states: JourneyStates,
    private readonly registrations: Registrations,
    private readonly clock: Clock,
  ) {}

  /** The registration named by a state, while it is valid. */
  async of(visitor: Visitor, field: string | null): Promise<GuestHere | undefined> {
    const guest = await this.known(visitor, field);
    if (!guest || guest.registration.endedAt !== null) return undefined;
    const { until } = guest.registration;
    return until !== null && until <= this.clock.instant() ? undefined : guest;
  }

  /** The same, of a page that may charge: its address stays in the history of a browser that others may open. */
  async choosing(visitor: Visitor, field: string | null): Promise<GuestHere | undefined> {
    return this.states.isFresh(holderOf(visitor), field) ? this.of(visitor, field) : undefined;
  }

  /** The same, also when it is over. */
  async known(visitor: Visitor, field: string | null): Promise<GuestHere | undefined> {
    const read = this.states.read(holderOf(visitor), field);
    if (read.is !== 'good' || !read.state.registrationId) return undefined;
    const registration = await this.registrations.find(visitor.context, read.state.registrationId);
    if (!registration || registration.portalId !== visitor.portal.id) return undefined;
    return { registration, state: read.state };
  }
}
