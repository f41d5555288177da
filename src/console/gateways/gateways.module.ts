import { Module } from '@nestjs/common';
import { GatewaySecrets } from './gateway-secrets.js';
import { GatewaysController } from './gateways.controller.js';
import { GatewaysRepository } from './gateways.repository.js';
import { GatewaysService } from './gateways.service.js';

@Module({
  controllers: [GatewaysController],
  providers: [GatewaysRepository, GatewaysService, GatewaySecrets],
  exports: [GatewaysService],
})
export class GatewaysModule {}
