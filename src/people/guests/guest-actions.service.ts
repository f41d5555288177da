import { Injectable } from '@nestjs/common';
import type { Device, NewDevice } from '../../console/devices/device.js';
import { DevicesService } from '../../console/devices/devices.service.js';
import { PortalAttemptsService } from '../../console/portal-attempts/portal-attempts.service.js';
import { UsersService } from '../../console/users/users.service.js';
import { Database } from '../../database/database.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { macWithColons } from '../../kernel/mac-address.js';
import type { GuestDeviceValues } from './guest-actions.dto.js';
import type { Guest } from './guest.js';
import { GuestsRepository } from './guests.repository.js';
import { GuestsService } from './guests.service.js';

const passwordLength = 8;

/** What reception does for a guest. Everything goes through the console's own services. */
@Injectable()
export class GuestActions {
  constructor(
    private readonly guests: GuestsService,
    private readonly rows: GuestsRepository,
    private readonly users: UsersService,
    private readonly devices: DevicesService,
    private readonly attempts: PortalAttemptsService,
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem not_found, conflict */
  newPassword(context: Context, id: string): Promise<{ userId: string; username: string; password: string }> {
    return this.database.transaction(context, async (inside) => {
      const { userId, username } = accountOf(await this.guests.read(inside, id));
      const password = this.chance.text(passwordLength, readableAlphabet);
      await this.users.change(inside, userId, { password }, undefined);
      return { userId, username, password };
    });
  }

  /** Refuses the account and its devices until it is unblocked, and ends its sessions. */
  block(context: Context, id: string, disabled: boolean): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const { userId } = accountOf(await this.guests.read(inside, id));
      await this.users.change(inside, userId, { disabled }, undefined);
    });
  }

  /** Returns the number of counts and locks that were reset, of the room, the account and its devices. */
  unlock(context: Context, id: string): Promise<number> {
    return this.database.transaction(context, async (inside) => {
      const guest = await this.guests.read(inside, id);
      const { locks, devices } = await this.guests.more(inside, guest);
      let unlocked = 0;
      for (const lock of locks) unlocked += await this.attempts.unlock(inside, { id: lock.id });
      for (const { mac } of devices) unlocked += await this.attempts.unlock(inside, { mac });
      return unlocked;
    });
  }

  addDevice(context: Context, id: string, { mac, name, type }: GuestDeviceValues): Promise<Device> {
    return this.database.transaction(context, async (inside) => {
      const { userId } = accountOf(await this.guests.read(inside, id));
      return this.register(inside, { mac, name: name ?? null, type: type ?? null, userId });
    });
  }

  /** The console of a guest who comes again, or one that the house lends, is still registered for the stay before. */
  private async register(inside: Context, device: NewDevice): Promise<Device> {
    const before = await this.rows.leftBehind(inside, device.mac, this.clock.instant());
    if (before !== undefined) await this.devices.remove(inside, before, undefined);
    return this.devices.create(inside, device);
  }

  /** @throws Problem not_found, conflict */
  blockDevice(context: Context, id: string, mac: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const guest = await this.guests.read(inside, id);
      const { userId } = accountOf(guest);
      const device = await this.deviceOf(inside, guest, mac);
      if (device.id === null) await this.register(inside, { mac, userId, disabled: true });
      else await this.devices.change(inside, device.id, { disabled: true }, undefined);
    });
  }

  /** @throws Problem not_found */
  unblockDevice(context: Context, id: string, mac: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const device = await this.deviceOf(inside, await this.guests.read(inside, id), mac);
      if (device.id !== null) await this.devices.change(inside, device.id, { disabled: false }, undefined);
    });
  }

  private async deviceOf(inside: Context, guest: Guest, mac: string) {
    const { devices } = await this.guests.more(inside, guest);
    const device = devices.find((each) => each.mac === mac);
    if (!device) throw Problem.notFound('device', macWithColons(mac));
    return device;
  }

  removeDevice(context: Context, id: string, deviceId: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const { userId } = accountOf(await this.guests.read(inside, id));
      const device = await this.devices.read(inside, deviceId);
      if (device.userId !== userId) throw Problem.notFound('device', deviceId);
      await this.devices.remove(inside, deviceId, undefined);
    });
  }
}

/** @throws Problem conflict if this console has no account for the person */
function accountOf({ detail: { account, connection } }: Guest): { userId: string; username: string } {
  if (account?.userId) return { userId: account.userId, username: account.username };
  throw new Problem(
    'conflict',
    account
      ? `The account ${account.username} is at the remote console that ${connection?.name} writes to: do it there`
      : 'There is no account: none was made yet, it went when access ended, or the next guest of that name has it',
  );
}
