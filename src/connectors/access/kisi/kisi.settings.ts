import { Setting } from '../../../provisioning/connector/setting.js';

export class KisiSettings {
  @Setting({
    type: 'string',
    title: 'API address',
    default: 'https://api.kisi.io',
    format: 'uri',
    pattern: /^https?:\/\/[^/\s?#]+$/,
    description: 'https://api.kisi.io; no path.',
  })
  base_url: string;

  @Setting({
    type: 'string',
    title: 'API key',
    secret: true,
    maxLength: 300,
    pattern: /^\S+$/,
    description: 'Kisi: My account > API > Add API key, of an account that may see the members of the organization.',
  })
  api_key: string;

  @Setting({
    type: 'string',
    title: 'Signature key',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 300,
    pattern: /^\S{16,}$/,
    description:
      '"Signature key" of the event webhook in Kisi, 16 characters or more. Kisi signs only where one is ' +
      'set; without one here, every webhook is refused.',
  })
  signature_key?: string;

  @Setting({
    type: 'string',
    title: 'Place',
    required: false,
    pattern: /^\d{1,12}$/,
    form: 'must be a number',
    examples: ['501'],
    description:
      'Id of the place whose members and doors count, as in the address of its pages. When absent: the ' +
      'whole organization.',
  })
  place_id?: string;

  @Setting({
    type: 'strings',
    title: 'Doors',
    required: false,
    description: 'Ids of the doors that open Wi-Fi, such as the main entrance. When absent: every door.',
  })
  lock_ids?: string[];
}
