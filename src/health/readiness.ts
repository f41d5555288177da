import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Backgrounds } from './backgrounds.js';

@Injectable()
export class Readiness {
  constructor(private readonly dataSource: DataSource, private readonly backgrounds: Backgrounds) {}

  /** Each part with `ok` or what is wrong, in words that give nothing internal away. */
  async checks(): Promise<Record<string, string>> {
    return {
      database: await this.database(),
      workers: this.backgrounds.state,
    };
  }

  private async database(): Promise<string> {
    const asked = this.dataSource.query<unknown[]>('select 1 from schema_migrations limit 1').then(
      (rows) => (rows.length > 0 ? 'ok' : 'schema is not up to date'),
      () => 'unreachable',
    );
    const tired = new Promise<string>((resolve) => { setTimeout(() => resolve('slow'), 2_000).unref(); });
    return Promise.race([asked, tired]);
  }
}
