import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { type Hal, halMediaType } from '../../../http/hal/hal.js';
import type { Instant } from '../../../kernel/clock.js';
import type { ReportDataDto } from './report.dto.js';
import type { ReportFormat, ReportRequest } from './report-request.js';
import type { ReportPage } from './reports.repository.js';

/** A page in the collection form. Its links keep every parameter. */
export function pageAnswer(
  reply: FastifyReply,
  hal: Hal,
  request: ReportRequest,
  { rows, total, isTotalExact }: ReportPage,
): ReportDataDto {
  const { _embedded, ...paging } = hal.collection('rows', request.list, [], total);
  reply.header('content-type', halMediaType);
  return {
    report_id: request.report.id,
    title: request.report.title,
    earliest: request.earliestAt,
    latest: request.latestAt,
    columns: request.columns.map(({ name }) => name),
    ...paging,
    total_is_exact: isTotalExact,
    _embedded: { rows: [...rows] },
  };
}

/** Sets the headers of a streamed body, and returns the body. */
export function streamed(reply: FastifyReply, body: Readable, format: ReportFormat, name: string): Readable {
  reply
    .header(
      'content-type',
      format === 'json' ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8; header=present',
    )
    .header('cache-control', 'no-store');
  if (format === 'csvfile') reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return body;
}

/** `report-110-20260514T130000Z`. */
export function fileName(reportId: string, at: Instant): string {
  return `report-${reportId}-${at.replaceAll(/[-:]|\.\d+/g, '')}`;
}
