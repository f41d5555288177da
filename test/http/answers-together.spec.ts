import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { Public } from '../../src/http/public.decorator.js';
import { type HttpWorld, httpWorld } from './http-world.js';

@Public()
@Controller('answers')
class AnswersController {
  @Get('whole')
  @ApiOperation({ summary: 'An answer' })
  @ApiOkResponse({ description: 'Words' })
  whole(): { words: string } {
    return { words: 'all of it' };
  }

  @Get('unwritable')
  @ApiOperation({ summary: 'An answer with a header that cannot be written' })
  @ApiOkResponse({ description: 'Never' })
  unwritable(@Res({ passthrough: true }) reply: FastifyReply): { words: string } {
    reply.header('x-words', 'two\nlines');
    return { words: 'not sent' };
  }

  @Get('stream')
  @ApiOperation({ summary: 'An answer in pieces' })
  @ApiOkResponse({ description: 'Words' })
  stream(): StreamableFile {
    return new StreamableFile(Readable.from([Buffer.from('piece '), Buffer.from('by piece')]));
  }
}

@Module({ controllers: [AnswersController] })
class AnswersModule {}

describe('Answers that are asked for at once', () => {
  let world: HttpWorld;
  beforeAll(async () => {
    world = await httpWorld({ modules: [AnswersModule] });
  });
  afterAll(() => world.close());

  const ask = (path: string) => world.call('GET', `/answers/${path}`, { token: null });

  it('do not suffer from one among them that cannot be written', async () => {
    const answers = await Promise.all(['whole', 'unwritable', 'whole', 'unwritable', 'stream', 'whole'].map(ask));
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200, 500, 200, 200]);
    expect(answers.map(({ text }) => text.includes('two'))).not.toContain(true);
    expect((await ask('whole')).body).toEqual({ words: 'all of it' });
  });

  it('leave in pieces where they are streamed', async () => {
    expect((await ask('stream')).text).toBe('piece by piece');
  });
});
