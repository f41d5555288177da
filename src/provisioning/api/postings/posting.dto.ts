import { ApiProperty } from '@nestjs/swagger';
import { OneOfField } from '../../../http/body/fields.js';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { postingOutcomes, postingStatuses } from '../../posting/posting.js';
import type { PostingRow } from './posting-records.js';

export class RoomPostingDto extends LinksDto {
  /** Also the id of the payment. */
  id: string;
  /** The connection to the hotel system that is told of it. */
  connection_id: string;
  /** What the hotel system knows it by, counted within the connection. */
  @ApiProperty({ type: 'integer', example: 17 })
  number: number;
  /** As the hotel system writes it. */
  @ApiProperty({ example: '204' })
  room: string;
  /** In minor units of the currency: 490 is 4.90 in EUR. */
  @ApiProperty({ type: 'integer', example: 490 })
  amount: number;
  /** ISO 4217. */
  @ApiProperty({ example: 'EUR' })
  currency: string;
  /** As it stands on the bill, where hotel systems may cut it. */
  @ApiProperty({ example: 'Fast Wi-Fi, one day' })
  item: string;
  /**
   * queued: not sent yet. sent: its answer is out. unclear: no answer came in time. late: it was accepted when the
   * guest had been told otherwise.
   */
  @ApiProperty({ enum: postingStatuses })
  status: string;
  /** Why nothing was charged. */
  @ApiProperty({ nullable: true, type: String, example: 'not_allowed' })
  reason: string | null;
  /** The hotel system's own word for its answer. */
  @ApiProperty({ nullable: true, type: String, example: 'NP' })
  code: string | null;
  created_at: string;
  /** When its first byte went to the hotel system; null: none did. */
  sent_at: string | null;
  /** When it was answered, given up or settled. */
  answered_at: string | null;
  /** Who looked it up and said what became of it; null: nobody had to, or has yet. */
  @ApiProperty({ nullable: true, type: String, example: 'Eva Huber' })
  settled_by: string | null;
}

class EmbeddedRoomPostingsDto {
  room_postings: RoomPostingDto[];
}

export class RoomPostingPageDto extends PageDto {
  _embedded: EmbeddedRoomPostingsDto;
}

export class PostingSettlementDto {
  /**
   * What the hotel system shows. charged: it is on the bill, and stays there: the guest gets what was paid for, from
   * now on. not_charged: it is not, or was taken back: the guest may pay again.
   */
  @OneOfField(postingOutcomes, { example: 'not_charged' })
  outcome: string;
}

export const roomPostingDto = (row: PostingRow): Omit<RoomPostingDto, '_links'> => row;
