import { Module } from '@nestjs/common';
import { SingleSignOn } from './single-sign-on.js';
import { SingleSignOnRepository } from './single-sign-on.repository.js';

/** Whether operators may sign in by a password. */
@Module({ providers: [SingleSignOn, SingleSignOnRepository], exports: [SingleSignOn] })
export class SingleSignOnModule {}
