import { Injectable } from '@nestjs/common';
import { OwnConsole } from '../consoles.js';
import { BuiltInWifiConsole } from './built-in-wifi-console.js';

@Injectable()
export class BuiltInConsole extends OwnConsole {
  constructor(readonly console: BuiltInWifiConsole) {
    super();
  }
}
