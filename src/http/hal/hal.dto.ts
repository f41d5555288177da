import { ApiProperty } from '@nestjs/swagger';

/** For the API description: the parts that every HAL answer has. */
export class LinkDto {
  /** Address, absolute where the deployment knows its own, else from the root. */
  href: string;
}

export class SelfLinkDto {
  /** The record itself. */
  self: LinkDto;
}

export class LinksDto {
  _links: SelfLinkDto;
}

export class PageLinksDto {
  /** This page. */
  self: LinkDto;
  /** Absent when the list is empty. */
  first?: LinkDto;
  /** Absent when the list is empty. */
  last?: LinkDto;
  /** Absent on the last page. */
  next?: LinkDto;
  /** Absent on the first page. */
  prev?: LinkDto;
}

/** Extend it with `_embedded`. */
export class PageDto {
  /** Number of this page, from 1. */
  @ApiProperty({ type: 'integer' })
  page: number;

  /** Records on a full page. */
  @ApiProperty({ type: 'integer' })
  page_size: number;

  /** Pages in all; 0 when nothing matches. */
  @ApiProperty({ type: 'integer' })
  page_count: number;

  /** Records in all that match the filter. */
  @ApiProperty({ type: 'integer' })
  total_items: number;

  _links: PageLinksDto;
}
