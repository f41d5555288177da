import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
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
import { keptForADay } from './dictionary.controller.js';
import { dictionaryAttributeDto, vendorDto, VendorPageDto, VendorWithAttributesDto } from './dictionary.dto.js';

const fields = listFields({
  id: 'name',
  fields: { name: { column: 'name', type: 'text' }, number: { column: 'number', type: 'integer' } },
  sort: 'name:asc',
});

@Controller('vendors')
@Area('Vendors of RADIUS attributes, with the attributes of each')
export class VendorsController {
  constructor(private readonly dictionary: Dictionary) {}

  /** Vendors with RADIUS attributes of their own. */
  @Get()
  @Permission('dictionary:read')
  @ApiOkResponse({ type: VendorPageDto })
  list(@List(fields) list: ListQuery, @Answer() hal: Hal, @Res({ passthrough: true }) reply: FastifyReply) {
    const { rows, total } = listInMemory(this.dictionary.vendors, list, ({ name, number }) => ({ name, number }));
    reply.header('etag', this.dictionary.etag).header('cache-control', keptForADay);
    return hal.page('vendors', list, rows.map(vendorDto), total);
  }

  /** One vendor with its attributes. */
  @Get(':id')
  @Permission('dictionary:read')
  @ApiOkResponse({ type: VendorWithAttributesDto })
  read(@RecordId('id') id: string, @Answer() hal: Hal) {
    const vendor = this.dictionary.vendors.find((each) => each.id === id);
    if (!vendor) throw Problem.notFound('vendor', id);
    const attributes = this.dictionary.attributes.filter((each) => each.vendor === vendor.name);
    return hal.resource('vendors', {
      ...vendorDto(vendor),
      attributes: attributes.map((each) => ({
        ...dictionaryAttributeDto(each),
        _links: { self: { href: hal.href('dictionary', each.id) } },
      })),
    });
  }
}
