import { Injectable } from '@nestjs/common';
import { permits } from '../../../http/access/permits.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { accountingReports } from './accounting-reports.js';
import { authenticationReports } from './authentication-reports.js';
import { concurrencyReport } from './concurrency-report.js';
import { guestRegistrationReport } from './guest-registration-report.js';
import { usageReports } from './usage-reports.js';
import { voucherReport } from './voucher-report.js';
import type { Report } from './report.js';

/** Every report. Modules that own other tables add theirs at startup. */
@Injectable()
export class ReportCatalogue {
  private readonly reports: Report[] = [];
  private readonly byId = new Map<string, Report>();

  constructor() {
    this.add(...authenticationReports, ...accountingReports, ...usageReports, concurrencyReport);
    this.add(guestRegistrationReport, voucherReport);
  }

  add(...reports: readonly Report[]): void {
    for (const report of reports) {
      for (const id of [report.id, ...(report.otherIds ?? [])]) {
        if (this.byId.has(id)) throw new Error(`There are two reports ${id}`);
        this.byId.set(id, report);
      }
      this.reports.push(report);
    }
  }

  all(): readonly Report[] {
    return this.reports.toSorted((one, other) => Number(one.id) - Number(other.id));
  }

  find(id: string): Report | undefined {
    return this.byId.get(id);
  }

  /** Throws `not_found`, or `forbidden` if the report shows what the caller may not read elsewhere. */
  permitted({ actor }: Context, id: string): Report {
    const report = this.byId.get(id);
    if (!report) throw new Problem('not_found', `There is no report ${id}. GET /reports lists them`);
    if (report.permission && !permits(actor, report.permission)) {
      throw new Problem(
        'forbidden',
        `${actor.kind === 'operator' ? 'Your role' : 'The API key'} lacks the permission ${report.permission}, ` +
          'which this report needs beside reports:read',
      );
    }
    return report;
  }
}
