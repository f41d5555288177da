import { IsTimeZone, Matches } from 'class-validator';
import { Setting } from '../../../provisioning/connector/setting.js';

const pair = (detail: string) =>
  Matches(/^[^=]+=[^=]+$/, { each: true, message: `$property must be a list of ${detail}` });

export class BambooHrSettings {
  @Setting({
    type: 'string',
    title: 'Address',
    format: 'uri',
    pattern: /^https?:\/\/[^/\s?#]+$/,
    examples: ['https://acme.bamboohr.com'],
    description: 'Where you sign in to BambooHR, without a path.',
  })
  base_url: string;

  @Setting({
    type: 'string',
    title: 'API key',
    secret: true,
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'Of a user of its own: your name at the lower left > API Keys > Add New Key.',
  })
  api_key: string;

  @Setting({
    type: 'string',
    title: 'Webhook key',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 200,
    pattern: /^\S{8,}$/,
    description:
      'Private key of the webhook, shown once when it is made. Without one every webhook is refused and ' +
      'polls do the work.',
  })
  webhook_key?: string;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    description: 'Where days begin and end for locations that are not named below.',
    examples: ['Europe/Vienna'],
  })
  time_zone: string;

  @pair('location=zone')
  @Setting({
    type: 'strings',
    title: 'Time zones of locations',
    default: [],
    examples: [['Dublin=Europe/Dublin']],
    description: 'Each as location=zone, with the location as BambooHR writes it.',
  })
  location_time_zones: readonly string[];

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    description: 'For people without a location.',
  })
  site?: string;

  @Setting({
    type: 'string',
    title: 'Last day of access',
    enum: ['termination_date', 'day_before'],
    default: 'termination_date',
    description:
      'Whether the day of the row Terminated is still worked, as most companies mean it, or is the first day away.',
  })
  last_day: 'termination_date' | 'day_before';

  @pair('status=meaning')
  @Setting({
    type: 'strings',
    title: 'Employment statuses',
    default: [],
    examples: [['Furloughed=leave', 'Contractor=contractor']],
    description:
      'Your own employment statuses, each as status=meaning: leave, suspended, contractor, intern, other. ' +
      'Others mean an employee who is there.',
  })
  employment_statuses: readonly string[];
}
