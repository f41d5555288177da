import { Module } from '@nestjs/common';
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

/** Accounts at providers by which operators sign in. */
@Module({ providers: [LinkedAccountsRepository], exports: [LinkedAccountsRepository] })
export class LinkedAccountsModule {}
