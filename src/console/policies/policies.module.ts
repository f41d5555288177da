import { Module } from '@nestjs/common';
import { KnownPartiesRepository } from './known-parties.repository.js';
import { PoliciesController } from './policies.controller.js';
import { PoliciesRepository } from './policies.repository.js';
import { PoliciesService } from './policies.service.js';
import { PolicyImpactRepository } from './policy-impact.repository.js';
import { PolicyImpacts } from './policy-impact.js';
import { PolicyExplanation } from './policy-explanation.js';
import { ReplyAttributes } from './reply-attributes.js';

@Module({
  controllers: [PoliciesController],
  providers: [
    KnownPartiesRepository,
    PoliciesRepository,
    PoliciesService,
    PolicyExplanation,
    PolicyImpactRepository,
    PolicyImpacts,
    ReplyAttributes,
  ],
  exports: [PoliciesRepository, PoliciesService, PolicyExplanation, ReplyAttributes],
})
export class PoliciesModule {}
