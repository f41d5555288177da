import { Injectable } from '@nestjs/common';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { RegistrationRecord } from './registration.js';
import { RegistrationsRepository } from './registrations.repository.js';

@Injectable()
export class RegistrationsService {
  constructor(
    private readonly rows: RegistrationsRepository,
    private readonly clock: Clock,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<RegistrationRecord>> {
    return this.rows.list(context, list);
  }

  async read(context: Context, id: string): Promise<RegistrationRecord> {
    const registration = await this.rows.find(context, id);
    if (!registration) throw Problem.notFound('registration', id);
    return registration;
  }

  /**
   * Puts the device out within seconds; it may sign in at the portal again. A registration that has ended stays as it
   * is.
   */
  async end(context: Context, id: string): Promise<void> {
    await this.read(context, id);
    await this.rows.end(context, id, 'operator', this.clock.instant());
  }
}
