import { Controller, Get, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CallerAddress } from '../../src/console/sign-in/caller.decorators.js';
import { OperatorsModule } from '../../src/console/operators/operators.module.js';
import { SignInModule } from '../../src/console/sign-in/sign-in.module.js';
import { Public } from '../../src/http/public.decorator.js';
import { httpWorld, type HttpWorld } from './http-world.js';

@Public()
@Controller('who')
class WhoController {
  @Get()
  who(@CallerAddress() address: string): { address: string } {
    return { address };
  }
}

@Module({ controllers: [WhoController] })
class WhoModule {}

const modules = [WhoModule, OperatorsModule, SignInModule];

let plain: HttpWorld;
let behind: HttpWorld;
let farBehind: HttpWorld;
beforeAll(async () => {
  plain = await httpWorld({ modules });
  behind = await httpWorld({ modules, shared: plain, settings: { trustedProxies: ['127.0.0.1'] } });
  farBehind = await httpWorld({
    modules,
    shared: plain,
    settings: { trustedProxies: ['127.0.0.0/8', '198.51.100.7', '::1'] },
  });
});
afterAll(async () => {
  for (const world of [farBehind, behind, plain]) await world.close();
});

async function seen(world: HttpWorld, forwarded: string): Promise<string> {
  return (await world.call('GET', '/who', { token: null, headers: { 'x-forwarded-for': forwarded } })).body.address;
}

test('without a trusted proxy no forwarded address is believed', async () => {
  expect(await seen(plain, '203.0.113.9')).toBe('127.0.0.1');
});

test('a trusted proxy says who calls; what its caller claims before that is not believed', async () => {
  expect(await seen(behind, '203.0.113.9')).toBe('203.0.113.9');
  expect(await seen(behind, '10.0.0.1, 203.0.113.9')).toBe('203.0.113.9');
});

test('over several proxies the first address that is none of them counts', async () => {
  expect(await seen(farBehind, '10.0.0.1, 203.0.113.9, 198.51.100.7')).toBe('203.0.113.9');
  expect(await seen(behind, '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7');
});

test('guessing passwords through a proxy locks out who guesses, and not everybody behind it', async () => {
  const guess = async (address: string) =>
    (
      await behind.call('POST', '/sessions', {
        token: null,
        headers: { 'x-forwarded-for': address },
        body: { email: 'eva@example.com', password: 'wrong wrong wrong' },
      })
    ).status;
  const statuses: number[] = [];
  for (let number = 0; number < 11; number += 1) statuses.push(await guess('203.0.113.50'));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect(await guess('203.0.113.51')).toBe(401);
});
