import { describe, expect, test } from '@jest/globals';
import { cpuMilliseconds } from '../../../test/kernel/cpu-time.js';
import type { Scope } from './record-scope.js';
import { fieldsIn, longestTemplate, render, TemplateProblem } from './template.js';

const scope: Scope = Object.assign(Object.create(null) as object, {
  room: '0412',
  last_name: 'Nováková',
  groups: ['spa', 'golf'],
  key: 'r-1',
});

test.each([
  ['{{ room }}-{{ last_name | ascii | downcase }}', '0412-novakova'],
  ['{{ last_name | slug }}', 'novakova'],
  ['{{ "Zimmer 4/12" | digits }}', '412'],
  ['{{ vip | default: "none" }}', 'none'],
  ['{% if vip %}{{ vip }}{% else %}guest{% endif %}', 'guest'],
  ['{{ groups | join: "+" }}', 'spa+golf'],
  ['{% assign short = last_name | slice: 0, 3 %}{{ short | upcase }}', 'NOV'],
])('%s gives %s', (template, result) => {
  expect(render(template, scope)).toBe(result);
});

test('a field the record does not have is named', () => {
  expect(() => render('{{ room }}-{{ vip }}', scope)).toThrow('needs vip, which this record does not have');
});

test('the fields a template looks at are known before any record comes', () => {
  expect(
    fieldsIn('{{ room }}{% if vip %}{{ last_name | append: title }}{% endif %}{% assign own = key %}{{ own }}').sort(),
  ).toEqual(['key', 'last_name', 'room', 'title', 'vip']);
});

describe('a hostile template is refused, and fast', () => {
  const bomb =
    '{% assign a = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" %}' +
    '{% assign a = a | append: a | append: a | append: a %}'.repeat(15) +
    '{{ a }}';

  test.each([
    ['a huge loop', '{% for i in (1..1000000000) %}x{% endfor %}', /tag "for" not found/],
    ['a table', '{% tablerow i in (1..100000000) %}x{% endtablerow %}', /tag "tablerow" not found/],
    ['a huge range', '{{ (1..1000000000) | join: "x" }}', /memory alloc limit/],
    ['text that doubles', bomb, /memory alloc limit/],
    ['an include', '{% include "/etc/passwd" %}', /tag "include" not found/],
    ['a render', '{% render "../../package.json" %}', /tag "render" not found/],
    ['a layout', '{% layout "x" %}{% block y %}{% endblock %}', /tag "layout" not found/],
    ['a liquid block', '{% liquid\n include "x" %}', /tag "liquid" not found/],
    ['the constructor of the values', '{{ constructor }}', /needs constructor/],
    ['the constructor of a text', '{{ last_name.constructor }}', /needs last_name.constructor/],
    ['the prototype', '{{ __proto__.polluted }}', /needs __proto__/],
    ['the prototype of a list', '{{ groups.__proto__ }}', /needs groups.__proto__/],
    ['a name built on the way', '{% assign n = "constructor" %}{{ last_name[n] }}', /needs last_name/],
    ['a filter nobody offers', '{{ last_name | where_exp: "x", "y" }}', /undefined filter: where_exp/],
    ['a filter of the prototype', '{{ last_name | constructor }}', /undefined filter: constructor/],
    ['the time', '{{ "now" | date: "%s" }}', /undefined filter: date/],
    ['an unclosed output', '{{ last_name', /not closed/],
    ['a deep nest', '{% if room %}'.repeat(60), /not closed/],
    ['one that is too long', 'x'.repeat(longestTemplate + 1), /longer than 1000 characters/],
  ])('%s', (_what, template, message) => {
    expect(
      cpuMilliseconds(() => {
        expect(() => render(template, scope)).toThrow(TemplateProblem);
        expect(() => render(template, scope)).toThrow(message);
      }),
    ).toBeLessThan(1_000);
  });
});

test('nothing that a template does stays for the next one', () => {
  expect(() => render('{% assign room = "1" %}{{ constructor }}', scope)).toThrow(TemplateProblem);
  expect(render('{{ room }}', scope)).toBe('0412');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('what a problem says holds no value of the record', () => {
  expect(() => render('{{ last_name | nope }}', scope)).toThrow(/^(?!.*Nov)/);
});

test('the first of a list that is like a pattern, in any letter case; none is empty', () => {
  const scope = { groups: ['All staff', 'wifi-Sales', 'WiFi-Vienna'] };
  expect(render("{{ groups | first_like: 'WIFI-%' }}", scope)).toBe('wifi-Sales');
  expect(render("{{ groups | first_like: 'guests%' }}", scope)).toBe('');
  expect(render("{{ groups | first_like: 'all%' }}", { groups: 'All staff' })).toBe('All staff');
});
