import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import { listFields } from '../../http/list/list-fields.js';
import { listInMemory } from '../../http/list/list-in-memory.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { Problem } from '../../kernel/errors.js';
import { Dictionary } from '../../radius/dictionary/dictionary.js';
import { dictionaryAttributeDto, DictionaryAttributeDto, DictionaryPageDto } from './dictionary.dto.js';

const fields = listFields({
  id: 'name',
  fields: {
    name: { column: 'name', type: 'text' },
    number: { column: 'number', type: 'text' },
    vendor: { column: 'vendor', type: 'text' },
    type: { column: 'type', type: 'text' },
  },
  sort: 'name:asc',
});

/** The dictionary changes only with the software: an answer may be cached for a day and revalidated by its ETag. */
export const keptForADay = 'private, max-age=86400';

@Controller('dictionary')
@Area('RADIUS attributes by name')
export class DictionaryController {
  constructor(private readonly dictionary: Dictionary) {}

  /** RADIUS attributes, standard and vendor-specific: `filter[name][like]=%bandwidth%`, `filter[vendor]=Cisco`. */
  @Get()
  @ApiOperation({ summary: 'List attributes of the dictionary' })
  @Permission('dictionary:read')
  @ApiOkResponse({ type: DictionaryPageDto })
  list(@List(fields) list: ListQuery, @Answer() hal: Hal, @Res({ passthrough: true }) reply: FastifyReply) {
    const { rows, total } = listInMemory(this.dictionary.attributes, list, ({ name, number, vendor, type }) => ({
      name,
      number,
      vendor,
      type,
    }));
    reply.header('etag', this.dictionary.etag).header('cache-control', keptForADay);
    return hal.page('dictionary', list, rows.map(dictionaryAttributeDto), total);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an attribute of the dictionary' })
  @Permission('dictionary:read')
  @ApiOkResponse({ type: DictionaryAttributeDto })
  read(@RecordId('id') id: string, @Answer() hal: Hal) {
    const found = this.dictionary.attributeOf(id);
    if (!found) throw Problem.notFound('attribute', id);
    return hal.resource('dictionary', dictionaryAttributeDto(found));
  }
}
