import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem } from '../kernel/errors.js';
import { isUuid } from '../kernel/ids.js';

/** `@Param('id', RecordId)`: an id in lower case; anything that cannot be one is simply not there (404). */
@Injectable()
export class RecordId implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!isUuid(text)) throw new Problem('not_found', `There is nothing with id ${text}: ids are UUIDs`);
    return text.toLowerCase();
  }
}
