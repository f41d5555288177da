import { Module } from '@nestjs/common';
import { DepartedAddresses } from './departed-addresses.js';

/** Whose addresses are no longer those of somebody here. */
@Module({ providers: [DepartedAddresses], exports: [DepartedAddresses] })
export class DepartedModule {}
