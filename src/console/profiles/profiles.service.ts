import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { AuthoritiesService } from '../certificates/authorities.service.js';
import { type GeneratedFiles, ProfileFilesService } from './profile-files.service.js';
import type { NewProfile, Profile, ProfileChange, ProfileFileOptions } from './profile.js';
import { changedValues, newValues } from './profile-values.js';
import { ProfilesRepository } from './profiles.repository.js';

export interface GeneratedProfile {
  readonly profile: Profile;
  readonly files: GeneratedFiles;
}

/** Profiles by which devices join: stored as what they say, handed out as files. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfilesRepository,
    private readonly files: ProfileFilesService,
    private readonly authorities: AuthoritiesService,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Profile>> {
    return this.profiles.table.list(context, list);
  }

  read(context: Context, id: string): Promise<Profile> {
    return this.profiles.table.read(context, id);
  }

  /** Stores the profile and makes its file. */
  async create(context: Context, input: NewProfile): Promise<GeneratedProfile> {
    const { serverName } = await this.authorities.issuing(context);
    const values = newValues(input, serverName);
    return this.database.transaction(context, async (inside) => {
      const at = this.clock.instant();
      const profile: Profile = { ...values, id: this.ids.next(), revision: 1, createdAt: at, updatedAt: at };
      const files = await this.files.generate(inside, profile, input.validityDays);
      await this.profiles.table.insert(inside, profile);
      return { profile, files };
    });
  }

  /**
   * The file of a stored profile once more, for somebody else where the input says so; a certificate in it is a new
   * one.
   */
  generate(context: Context, id: string, input: ProfileFileOptions): Promise<GeneratedProfile> {
    return this.database.transaction(context, async (inside) => {
      const stored = await this.profiles.table.held(inside, id, undefined);
      const profile = {
        ...stored,
        ...changedValues(stored, { userId: input.userId, certificateId: input.certificateId }),
      };
      return { profile, files: await this.files.generate(inside, profile, input.validityDays) };
    });
  }

  change(context: Context, id: string, change: ProfileChange, expected: Expected): Promise<Profile> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.profiles.table.held(inside, id, expected);
      const profile = {
        ...before,
        ...changedValues(before, change),
        revision: before.revision + 1,
        updatedAt: this.clock.instant(),
      };
      await this.files.requirePersons(inside, profile);
      await this.profiles.table.update(inside, profile);
      return profile;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.profiles.table.held(inside, id, expected);
      await this.profiles.table.remove(inside, id);
    });
  }
}
