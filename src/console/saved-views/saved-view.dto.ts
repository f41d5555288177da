import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, NumericFlagField, TextField } from '../../http/body/fields.js';
import { readMatching } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { answerOf } from '../crud/answer-of.js';
import { savedViewTable } from './saved-view.entity.js';
import type { SavedView } from './saved-view.js';

const readPage = readMatching(/^[a-z][a-z0-9/-]{0,99}$/, 'must be a page of the console such as connections');
// Others open a shared view, so it must not lead anywhere but to that page.
const readAddress = readMatching(/^(\?[\x21-\x7e]{0,3999})?$/, 'must be empty, or what follows from ? on');

@BodyExample({ name: 'Held plans', page: 'runs', address: '?q=status:held', shared: 1 })
export class SavedViewInputDto {
  /** A name for people. */
  @TextField(100, { example: 'Held plans' })
  name: string;

  /** The page of the console that it opens. */
  @Field(readPage, { type: String, maxLength: 100, example: 'runs' })
  page: string;

  /** The rest of the address, from `?` on: filters, order, period. */
  @Field(readAddress, { type: String, maxLength: 4000, example: '?q=status:held' })
  address: string;

  /** 1: shared with everybody in the organization. */
  @NumericFlagField({ required: false, default: 0, example: 1 })
  shared?: number;
}

export class SavedViewChangeDto extends PartialType(SavedViewInputDto, { skipNullProperties: false }) {}

export class SavedViewDto extends LinksDto {
  id: string;
  name: string;
  page: string;
  address: string;
  /** 1: shared with everybody in the organization. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  shared: number;
  /** Its owner. */
  operator_id: string;
  created_at: string;
  updated_at: string;
}

class EmbeddedSavedViewsDto {
  saved_views: SavedViewDto[];
}

export class SavedViewPageDto extends PageDto {
  _embedded: EmbeddedSavedViewsDto;
}

const ownColumns = answerOf<Omit<SavedViewDto, '_links'>>(savedViewTable);

export function savedViewDto(view: SavedView): Omit<SavedViewDto, '_links'> {
  return ownColumns(view);
}
