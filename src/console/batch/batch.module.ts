import { Module } from '@nestjs/common';
import { OrderedWriter } from './ordered-writer.js';

@Module({ providers: [OrderedWriter], exports: [OrderedWriter] })
export class BatchModule {}
