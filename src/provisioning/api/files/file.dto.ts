import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../http/body/fields.js';
import { readMatching } from '../../../http/body/readers.js';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import type { Finding } from '../../connector/files.js';
import type { StoredFile } from '../../inbox/files/file.repository.js';

export class FindingDto {
  /** Name of the rule, such as row_count; the connector's page explains each. */
  rule: string;
  /** How many rows it is about. */
  count: number;
  /** The first ten rows, as a spreadsheet counts them. */
  rows: number[];
  /** In words; no value of a person. */
  detail: string;
}

export class FileDto extends LinksDto {
  id: string;
  /** The connection that it is for. */
  connection_id: string;
  /** Name of the file as it came. */
  name: string;
  /** How it came: by POST /connections/{id}/files, from a folder or by SFTP. */
  @ApiProperty({ enum: ['upload', 'folder', 'sftp'] })
  origin: string;
  /**
   * received: not looked through yet. held: so unlike the last one that an operator is asked. repeated: its content was
   * accepted before.
   */
  @ApiProperty({ enum: ['received', 'accepted', 'held', 'rejected', 'repeated'] })
  status: string;
  /** full: a list of everybody. changes: what changed. */
  @ApiProperty({ enum: ['full', 'changes'], nullable: true })
  scope: string | null;
  /** SHA-256, hexadecimal; empty for a file that was too large to be read. */
  digest: string;
  /** Bytes of the file. */
  byte_length: number;
  /** Rows of data, without the headers; null: not counted. */
  rows: number | null;
  /** Why it was held or rejected. */
  findings: FindingDto[];
  /** Rows that cannot be understood and the like: whoever they are about keeps the access they have. */
  warnings: FindingDto[];
  /** Headers of columns that are not read. */
  ignored_columns: string[];
  /** Whether the content is still kept, sealed: a week at most. */
  has_content: boolean;
  /** When it came in. */
  received_at: string;
  /** The run that reads it; null unless it was accepted just now. */
  run_id?: string | null;
}

class EmbeddedFilesDto {
  files: FileDto[];
}

export class FilePageDto extends PageDto {
  _embedded: EmbeddedFilesDto;
}

@BodyExample({ digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
export class FileAcceptanceDto {
  /** Digest of the file that was looked at. */
  @Field(readMatching(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hexadecimal'), {
    type: String,
    pattern: '^[0-9a-fA-F]{64}$',
  })
  digest: string;
}

export function deliveredFileDto(file: StoredFile): Omit<FileDto, '_links' | 'run_id'> {
  const { examination } = file;
  const ignored = (examination?.figures as { ignored?: string[] } | undefined)?.ignored;
  return {
    id: file.id,
    connection_id: file.connectionId,
    name: file.name,
    origin: file.origin,
    status: file.status,
    scope: examination?.scope ?? null,
    digest: file.digest,
    byte_length: file.byteLength,
    rows: examination?.rows ?? null,
    findings: (examination?.findings ?? []).map(findingDto),
    warnings: (examination?.warnings ?? []).map(findingDto),
    ignored_columns: ignored ?? [],
    has_content: file.hasContent,
    received_at: file.receivedAt,
  };
}

function findingDto({ rule, count, rows, detail }: Finding): FindingDto {
  return { rule, count, rows: [...rows], detail };
}
