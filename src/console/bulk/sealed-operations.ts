import { Injectable } from '@nestjs/common';
import { Secrets } from '../../kernel/secrets.js';
import type { Chunk } from './bulk-jobs.repository.js';

/** Operations at rest are sealed, since they may hold passwords. */
@Injectable()
export class SealedOperations {
  constructor(private readonly secrets: Secrets) {}

  seal(jobId: string, chunk: number, operations: readonly unknown[]): Chunk {
    return { chunk, operationsSealed: this.secrets.seal(JSON.stringify(operations), placeOf(jobId, chunk)) };
  }

  open(jobId: string, { chunk, operationsSealed }: Chunk): unknown[] {
    return JSON.parse(this.secrets.openText(operationsSealed, placeOf(jobId, chunk))) as unknown[];
  }
}

function placeOf(jobId: string, chunk: number): string {
  return `bulk_chunks:${jobId}:${chunk}`;
}
