import { get } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller, Get, Module, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Public } from '../../src/http/public.decorator.js';
import { Log } from '../../src/kernel/log.js';
import { eventually } from '../kernel/manual-clock.js';
import { type HttpWorld, httpWorld } from './http-world.js';

let endless: Readable;
let isAsked = false;

@Public()
@Controller('broken-off')
class BrokenOffController {
  @Get('endless')
  @ApiOperation({ summary: 'An answer that does not end' })
  @ApiOkResponse({ description: 'Words' })
  endless(): StreamableFile {
    endless = new Readable({ read: () => undefined });
    endless.push('the first piece');
    return new StreamableFile(endless);
  }

  @Get('silent')
  @ApiOperation({ summary: 'No answer' })
  @ApiOkResponse({ description: 'Never' })
  silent(): Promise<never> {
    isAsked = true;
    return new Promise(() => undefined);
  }
}

@Module({ controllers: [BrokenOffController] })
class BrokenOffModule {}

class KeptLog extends Log {
  readonly requests: { readonly requestId?: string }[] = [];
  debug(): void {}
  info(facts: object, words: string): void {
    if (words === 'request') this.requests.push(facts);
  }
  warn(): void {}
  error(): void {}
  with(): Log {
    return this;
  }
}

const log = new KeptLog();
let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [BrokenOffModule], log });
});
afterAll(() => world?.close());

const linesOf = (id: string) => log.requests.filter(({ requestId }) => requestId === id);

test('a download that its caller breaks off is one line of the log, and its source is closed', async () => {
  const request = get(`${world.url}/broken-off/endless`, { headers: { 'x-request-id': 'endless' } }, (response) =>
    response.once('data', () => request.destroy()),
  );
  request.on('error', () => undefined);
  await eventually('it is told', () => linesOf('endless').length > 0);
  await eventually('its source is closed', () => endless.destroyed);
  expect(linesOf('endless')).toMatchObject([{ route: '/broken-off/endless', status: 200, aborted: true }]);
});

test('a caller who hangs up before there is an answer is one line, too, with the status 499', async () => {
  const request = get(`${world.url}/broken-off/silent`, { headers: { 'x-request-id': 'silent' } });
  request.on('error', () => undefined);
  await eventually('it is asked', () => isAsked);
  request.destroy();
  await eventually('it is told', () => linesOf('silent').length > 0);
  expect(linesOf('silent')).toMatchObject([{ route: '/broken-off/silent', status: 499, aborted: true }]);
});

test('an answer that ends is told once', async () => {
  await world.call('GET', '/roles', { headers: { 'x-request-id': 'whole' } });
  await world.call('GET', '/roles');
  expect(linesOf('whole')).toHaveLength(1);
  expect(linesOf('whole')[0]).not.toHaveProperty('aborted');
});
