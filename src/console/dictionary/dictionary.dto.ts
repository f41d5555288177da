import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { DictionaryAttribute, Vendor } from '../../radius/dictionary/dictionary.js';

export class AttributeValueDto {
  /** As in `value` of an attribute. */
  @ApiProperty({ example: 'Framed-User' })
  name: string;

  /** As on the wire. */
  @ApiProperty({ type: 'integer', example: 2 })
  number: number;
}

export class DictionaryAttributeDto extends LinksDto {
  id: string;

  /** As in `attribute` of an attribute. */
  @ApiProperty({ example: 'WISPr-Bandwidth-Max-Down' })
  name: string;

  /** Type; for vendor-specific ones 26, vendor and vendor type; longer inside TLVs. */
  @ApiProperty({ example: '26.14122.8' })
  number: string;

  /** Name of the vendor. Null for standard attributes. */
  @ApiProperty({ type: 'string', nullable: true, example: 'WISPr' })
  vendor: string | null;

  /** Data type, as FreeRADIUS names it. */
  @ApiProperty({ example: 'integer' })
  type: string;

  /** May carry a tag that groups several attributes (tunnel attributes). */
  tagged: boolean;

  /** Encrypted on the wire with the shared secret. */
  encrypted: boolean;

  /** Named values, if the attribute has any. */
  values: AttributeValueDto[];
}

class EmbeddedDictionaryDto {
  dictionary: DictionaryAttributeDto[];
}

export class DictionaryPageDto extends PageDto {
  _embedded: EmbeddedDictionaryDto;
}

export class VendorDto extends LinksDto {
  id: string;

  /** As in FreeRADIUS' dictionary. */
  @ApiProperty({ example: 'Cisco' })
  name: string;

  /** IANA private enterprise number. */
  @ApiProperty({ type: 'integer', example: 9 })
  number: number;

  /** Attributes of the vendor. */
  @ApiProperty({ type: 'integer', example: 86 })
  attribute_count: number;
}

export class VendorWithAttributesDto extends VendorDto {
  /** All attributes of the vendor. */
  attributes: DictionaryAttributeDto[];
}

class EmbeddedVendorsDto {
  vendors: VendorDto[];
}

export class VendorPageDto extends PageDto {
  _embedded: EmbeddedVendorsDto;
}

export function dictionaryAttributeDto({
  id,
  name,
  number,
  vendor,
  type,
  isTagged,
  isEncrypted,
  values,
}: DictionaryAttribute): Omit<DictionaryAttributeDto, '_links'> {
  return {
    id,
    name,
    number,
    vendor,
    type,
    tagged: isTagged,
    encrypted: isEncrypted,
    values: values.map((each) => ({ ...each })),
  };
}

export function vendorDto({ id, name, number, attributeCount }: Vendor): Omit<VendorDto, '_links'> {
  return { id, name, number, attribute_count: attributeCount };
}
