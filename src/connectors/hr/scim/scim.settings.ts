import { Setting } from '../../../provisioning/connector/setting.js';

export class ScimSettings {
  @Setting({
    type: 'string',
    title: 'Time zone',
    required: false,
    maxLength: 60,
    pattern: /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/,
    examples: ['Europe/Vienna'],
    description:
      'IANA zone of the house, for people whose record names none: only needed where startDate or endDate are mapped.',
  })
  time_zone?: string;

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    examples: ['lindenhof'],
    description: 'Short name of the house, for people whose record names no place of work.',
  })
  site?: string;

  @Setting({
    type: 'strings',
    title: 'Groups',
    required: false,
    description:
      'Names of the directory groups that matter here; others are not looked at. When absent: all that the ' +
      'directory sends.',
  })
  groups?: string[];

  @Setting({
    type: 'boolean',
    title: 'Clearing groups',
    default: false,
    description:
      'Whether a group may be emptied by removing "members" without naming any. Switched off, such a ' +
      'request is refused: some clients send it where they mean one member.',
  })
  allow_clear_members: boolean;
}
