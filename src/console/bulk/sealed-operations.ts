import { Injectable } from '@nestjs/common';
import { Secrets } from '../../kernel/secrets.js';
import type { Chunk } from './bulk-jobs.repository.js';

/** Operations at rest are sealed, since they may hold passwords. */
@Injectable()
export class SealedOperations {
  constructor(private readonly secrets: Secrets) {}

  /** @param json the list as it was sent. */
  seal(jobId: string, chunk: number, json: Buffer): Chunk {
    return { chunk, operationsSealed: this.secrets.seal(json, placeOf(jobId, chunk)) };
  }

  open(jobId: string, { chunk, operationsSealed }: Chunk): unknown[] {
    return JSON.parse(this.secrets.openText(operationsSealed, placeOf(jobId, chunk))) as unknown[];
  }
}

function placeOf(jobId: string, chunk: number): string {
  return `bulk_chunks:${jobId}:${chunk}`;
}
