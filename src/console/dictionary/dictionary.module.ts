import { Module } from '@nestjs/common';
import { Dictionary } from './dictionary.js';
import { DictionaryController } from './dictionary.controller.js';
import { VendorsController } from './vendors.controller.js';

@Module({ controllers: [DictionaryController, VendorsController], providers: [Dictionary], exports: [Dictionary] })
export class DictionaryModule {}
