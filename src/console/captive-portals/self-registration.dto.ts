import { readEntries } from '../../http/body/dto-check.js';
import { Field, OneOfField, WholeNumberField } from '../../http/body/fields.js';
import { prose, readFlag, type Reader, Wrong } from '../../http/body/readers.js';
import { byLanguage } from './portal-fields.js';

const names = ['first_name', 'last_name', 'email', 'phone', 'company'];
const mostFields = names.length;
const domainForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** One of what a guest who registers is asked for. */
export class RegistrationFieldDto {
  /** What is asked for. */
  @OneOfField(names, { example: 'email' })
  name: string;

  /** 1: nobody gets in without it. */
  @Field(flag, { required: false, type: 'integer', enum: [0, 1], default: 0, example: 1 })
  required?: number;

  /** Why it is asked for, by language: shown beside it. */
  @Field(byLanguage(prose(200)), {
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { en: 'To send you the receipt.' },
  })
  reason?: Record<string, string>;
}

/** How those who register prove that an address is theirs. */
export class RegistrationConfirmationDto {
  /** By a link, with ten minutes of access to open it, or by a code before there is any; `email` when absent. */
  @OneOfField(['email', 'sms'], { required: false, example: 'email' })
  by?: string;

  /** Beginnings of the numbers that codes are sent to: `+43`. Absent: those of the SMS gateway's own country. */
  @Field(callingCodes, { required: false, isArray: true, type: String, example: ['+43', '+49'] })
  countries?: string[];
}

/** Of `approval`. */
export class ApprovalRulesDto {
  /** Domains of the e-mail addresses of those who may approve. Nobody may where there is none. */
  @Field(domains, { required: false, isArray: true, type: String, example: ['example.com'] })
  domains?: string[];

  /** Access that a guest has while the host is being asked; none when absent. */
  @WholeNumberField(1, 120, { required: false, example: 10 })
  minutes?: number;
}

const readField = readEntries(RegistrationFieldDto);

/** Fields in the order in which they are asked for, each once. */
export const registrationFields: Reader = (value) => {
  if (!Array.isArray(value) || value.length > mostFields) return new Wrong('must be a list of fields, each once');
  const read = value.map((each) => readField(each));
  const wrong = Wrong.all(
    read.flatMap((each, index) => (each instanceof Wrong ? [new Wrong(each.detail, `/${index}${each.at}`)] : [])),
  );
  if (wrong) return wrong;
  const given = read.map((each) => (each as { name?: string }).name);
  if (given.includes(undefined)) return new Wrong('is required', `/${given.indexOf(undefined)}/name`);
  return new Set(given).size === given.length ? read : new Wrong('must name each field once');
};

/** Stored as the API says it. */
function flag(value: unknown): unknown {
  const read = readFlag(value);
  return read instanceof Wrong ? read : Number(read);
}

function callingCodes(value: unknown): unknown {
  const isRight =
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((each) => typeof each === 'string' && /^\+[1-9]\d{0,6}$/.test(each));
  return isRight ? value : new Wrong('must be a list of beginnings of telephone numbers such as +43');
}

function domains(value: unknown): unknown {
  const wrong = () => new Wrong('must be a list of domains such as example.com');
  if (!Array.isArray(value) || value.length > 50) return wrong();
  const folded = value.map((each) => (typeof each === 'string' ? each.trim().toLowerCase() : ''));
  return folded.every((each) => domainForm.test(each)) ? [...new Set(folded)] : wrong();
}
