import { describe, expect, test } from 'vitest'
import { GoTemplate } from './go-template'
import { JsonPath } from './jsonpath'
import { alignTabs, DESCRIBE_TABS, formatRows } from './tabwriter'
import { yamlText } from './yaml-text'

const POD = {
  kind: 'Pod',
  metadata: { name: 'web', labels: { app: 'web', 'a.b/c': 'd' } },
  spec: {
    containers: [
      { name: 'a', image: 'x', ports: [80, 81] },
      { name: 'b', image: 'y' },
    ],
  },
}

describe('paths', () => {
  test.each([
    ['{.metadata.name}', 'web'],
    ['{.metadata.labels}', '{"a.b/c":"d","app":"web"}'],
    ['{.metadata.labels.a\\.b/c}', 'd'],
    ["{.metadata.labels['a.b/c']}", 'd'],
    ['{.spec.containers[*].name}', 'a b'],
    ['{.spec.containers[0].ports[-1]}', '81'],
    ['{.spec.containers[0:1].name}', 'a'],
    ['{.spec.containers[?(@.name=="b")].image}', 'y'],
    ['{.spec.containers[?(@.ports)].name}', 'a'],
    ['{..name}', 'web a b'],
    ["{.spec.containers[*]['name','image']}", 'a x b y'],
    ['{range .spec.containers[*]}{.name}={.image}{"\\n"}{end}', 'a=x\nb=y\n'],
    ['{.none}', ''],
    ['name: {.kind}', 'name: Pod'],
  ])('%s', (path, text) => expect(new JsonPath(path).print(POD)).toBe(text))

  test.each([
    ['{.a[}', 'error parsing jsonpath {.a[}, unterminated array'],
    ['{.a', 'error parsing jsonpath {.a, unclosed action'],
    ['{foo}', 'unrecognized identifier foo'],
    ['{range .a}{.b}', 'unterminated range'],
  ])('%s is refused', (path, message) => expect(() => new JsonPath(path)).toThrow(message))
})

describe('templates', () => {
  test.each([
    ['{{.kind}}', 'Pod'],
    ['{{.none}}', '<no value>'],
    ['{{range .spec.containers}}{{.name}} {{end}}', 'a b '],
    ['{{range $k, $v := .metadata.labels}}{{$k}}={{$v}};{{end}}', 'a.b/c=d;app=web;'],
    ['{{if eq .kind "Pod"}}yes{{else}}no{{end}}', 'yes'],
    ['{{if .none}}yes{{else if .kind}}other{{end}}', 'other'],
    ['{{with .metadata}}{{.name}}{{end}}', 'web'],
    ['{{len .spec.containers}}{{index .spec.containers 1 "name"}}', '2b'],
    ['{{printf "%-5s|%d" .kind 3}}', 'Pod  |3'],
    ['{{.kind | printf "%q"}}', '"Pod"'],
    ['a {{- /* nothing */ -}} b', 'ab'],
    ['{{$n := .metadata.name}}{{$n}}', 'web'],
    ['{{.metadata.labels}}', 'map[a.b/c:d app:web]'],
    ['{{and .kind .none}}{{or .none "x"}}', '<no value>x'],
  ])('%s', (template, text) => expect(new GoTemplate(template).print(POD)).toBe(text))

  test.each(['{{.a', '{{end}}', '{{if .a}}', '{{nothing .a}}'])('%s is refused', (template) =>
    expect(() => new GoTemplate(template).print(POD)).toThrow(),
  )
})

test.each([
  [{ b: 1, a: 'x' }, 'a: x\nb: 1\n'],
  [{ a: [{ b: 1, c: [] }, 'x'] }, 'a:\n- b: 1\n  c: []\n- x\n'],
  [
    { a: 'yes', b: '1', c: '', d: 'a: b', e: '2020-01-01', f: '- x', g: "it's" },
    'a: "yes"\nb: "1"\nc: ""\nd: \'a: b\'\ne: "2020-01-01"\nf: \'- x\'\ng: it\'s\n',
  ],
  [
    { a: 'one\ntwo\n', b: 'one\ntwo', c: ' one\ntwo' },
    'a: |\n  one\n  two\nb: |-\n  one\n  two\nc: |2-\n   one\n  two\n',
  ],
  [{ a: 'tab\tand\nline', b: null, c: {} }, 'a: "tab\\tand\\nline"\nb: null\nc: {}\n'],
  [{ a: `${'word '.repeat(20)}end` }, `a: ${'word '.repeat(15)}word\n  word word word word end\n`],
])('YAML of %j', (value, text) => expect(yamlText(value)).toBe(text))

test('cells of neighbouring lines are aligned', () => {
  expect(alignTabs('Name:\tx\nLabels:\ta=b\n\tc=d\nRules\n  A\tB\n', DESCRIBE_TABS)).toBe(
    'Name:    x\nLabels:  a=b\n         c=d\nRules\n  A  B\n',
  )
  expect(
    formatRows([
      ['NAME', 'AGE'],
      ['a-long-name', '5s'],
    ]),
  ).toBe('NAME          AGE\na-long-name   5s\n')
})
