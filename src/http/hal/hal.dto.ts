import { ApiProperty } from '@nestjs/swagger';

/** For the API description: the parts that every HAL answer has. */
export class LinkDto {
  href: string;
}

export class SelfLinkDto {
  self: LinkDto;
}

export class LinksDto {
  _links: SelfLinkDto;
}

export class PageLinksDto {
  self: LinkDto;
  first?: LinkDto;
  last?: LinkDto;
  next?: LinkDto;
  prev?: LinkDto;
}

/** Extend it with `_embedded`. */
export class PageDto {
  @ApiProperty({ type: 'integer' })
  page: number;

  @ApiProperty({ type: 'integer' })
  page_size: number;

  @ApiProperty({ type: 'integer' })
  page_count: number;

  @ApiProperty({ type: 'integer' })
  total_items: number;

  _links: PageLinksDto;
}
