import { Module } from '@nestjs/common';
import { BatchModule } from '../batch/batch.module.js';
import { DeviceSet } from './device-set.js';
import { DeviceSetRepository } from './device-set.repository.js';
import { DevicesController } from './devices.controller.js';
import { DevicesRepository } from './devices.repository.js';
import { DevicesService } from './devices.service.js';

@Module({
  imports: [BatchModule],
  controllers: [DevicesController],
  providers: [DeviceSet, DeviceSetRepository, DevicesRepository, DevicesService],
  exports: [DeviceSet, DevicesService],
})
export class DevicesModule {}
