import { describe, expect, test } from 'vitest'
import { GoTemplate } from './go-template'
import { compactJson, indentedJson } from './json-text'
import { JsonPath } from './jsonpath'
import { sortByField } from './sort'
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

test('integers beyond 2^53 are printed exactly', () => {
  const [big, next] = [9007199254740993n, 9007199254740995n]
  const list = { items: [{ n: big }, { n: next }, { n: 1 }] }
  expect(indentedJson({ n: big }, ' ')).toBe('{\n "n": 9007199254740993\n}')
  expect(compactJson([big])).toBe('[9007199254740993]')
  expect(new JsonPath('{.items[?(@.n>2)].n}').print(list)).toBe(`${big} ${next}`)
  expect(new GoTemplate('{{(index .items 0).n}}').print(list)).toBe(String(big))
  expect(sortByField(list.items, (item) => item, '.n').map(({ n }) => n)).toEqual([1, big, next])
})

test('a path compares no whole number with a fraction', () => {
  const path = new JsonPath('{.items[?(@.n>1.5)].n}')
  expect(() => path.print({ items: [{ n: 2 }] })).toThrow('incompatible types for comparison')
  expect(path.print({ items: [{ n: 2.5 }] })).toBe('2.5')
})

describe('paths', () => {
  test.each([
    ['{.metadata.name}', 'web'],
    ['{.metadata.labels}', '{"a.b/c":"d","app":"web"}'],
    ['{.metadata.labels.a\\.b/c}', 'd'],
    ["{.metadata.labels['a\\.b/c']}", 'd'],
    // A key in quotes is a path like any other: its periods part it.
    ["{.metadata.labels['a.b/c']}", ''],
    ['{.spec.containers[*].name}', 'a b'],
    ['{.spec.containers[0].ports[-1]}', '81'],
    ['{.spec.containers[0:1].name}', 'a'],
    ['{.spec.containers[?(@.name=="b")].image}', 'y'],
    ['{.spec.containers[?(@.ports)].name}', 'a'],
    ['{..name}', 'web a b'],
    ["{.spec.containers[*]['name','image']}", 'a b x y'],
    ['{.spec.containers[::2].name}', 'a'],
    ['{range .spec.containers[?(@.name=="none")]}x{end}{.kind}', 'Pod'],
    ['{range .spec.containers[*]}{.name}:{range .ports[*]}{@},{end};{end}', 'a:80,81,;b:;'],
    ['{range}{end}', ''],
    ['{.kind}{"-"}{.metadata.name}', 'Pod-web'],
    ['{.kind .metadata}', ''],
    ['{.metadata.}', ''],
    ['{range .spec.containers[*]}{.name}={.image}{"\\n"}{end}', 'a=x\nb=y\n'],
    ['{.none}', ''],
    ['name: {.kind}', 'name: Pod'],
  ])('%s', (path, text) => expect(new JsonPath(path).print(POD)).toBe(text))

  test.each([
    ['{.a[}', 'error parsing jsonpath {.a[}, unterminated array'],
    ['{.a', 'error parsing jsonpath {.a, unclosed action'],
    ['{.a["b"]}', 'invalid array index "b"'],
    ['{.a[?(@.b=~"1")].c}', "unrecognized character in action: U+007E '~'"],
    ['{.a[?(@.b}', 'unterminated filter'],
    ['{"a}', 'unterminated quoted string'],
    ['{....a}', 'invalid multiple recursive descent'],
  ])('%s is no template', (path, message) => expect(() => new JsonPath(path)).toThrow(message))

  test.each([
    ['{foo}', 'unrecognized identifier foo'],
    ['{end}', 'not in range, nothing to end'],
    ['{.spec.containers[2:0].name}', 'array index out of bounds: index 2, length 2'],
    ['{.spec.containers[1:0].name}', 'starting index 1 is greater than ending index 0'],
    ['{.spec.containers[0:2:-1].name}', 'step must be > 0'],
    ['{.kind[0]}', 'string is not array or slice'],
    ['{.spec.containers[?(@.name==1)]}', 'incompatible types for comparison'],
  ])('%s does not fit the value', (path, message) => expect(() => new JsonPath(path).print(POD)).toThrow(message))
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
    ['{{print 1 2 "x" 3}}|{{print 1.0 2.50 1000000.0}}', '1 2x3|1 2.5 1e+06'],
    ['{{printf "%d %s|%03d|%d" 1 2 7}}', '1 %!s(int=2)|007|%!d(MISSING)'],
    ['{{printf "%d" 1 "x"}}', '1%!(EXTRA string=x)'],
    ['{{html "<a>"}} {{js "<a href=1>"}}', '&lt;a&gt; \\u003Ca href\\u003D1\\u003E'],
    ['{{range .spec.containers}}{{if eq .name "b"}}{{break}}{{end}}{{.name}}{{end}}', 'a'],
    ['{{define "T"}}[{{.}}]{{end}}{{template "T" .kind}}', '[Pod]'],
    ['{{eq .none "a"}} {{ne .none nil}} {{exists .spec "containers" 5}}', 'false false false'],
  ])('%s', (template, text) => expect(new GoTemplate(template).print(POD)).toBe(text))

  test.each([
    ['x{{.kind.b.c}}', '1:8', '.kind.b.c', "can't evaluate field b in type interface {}"],
    ['\n {{ .metadata.x.y }}{{nil}}', '2:22', 'nil', 'nil is not a command'],
    ['{{range .kind}}{{end}}', '1:8', '.kind', "range can't iterate over Pod"],
    ['{{template "q"}}', '1:11', '{{template "q"}}', 'template "q" not defined'],
    ['{{eq 1 "a"}}', '1:2', 'eq 1 "a"', 'error calling eq: incompatible types for comparison'],
    ['{{len 5}}', '1:2', 'len 5', 'error calling len: len of type int'],
    ['{{index .spec.containers 9}}', '1:2', 'index .spec.containers 9', 'error calling index: index out of range: 9'],
    ['{{call .kind}}', '1:2', 'call .kind', 'error calling call: non-function .kind of type string'],
    ['{{1 | call}}', '1:6', 'call', 'error calling call: non-function <int Value> of type int'],
    ['{{.kind | call}}', '1:10', 'call', 'error calling call: non-function Pod of type string'],
    ['{{call .none}}', '1:2', 'call .none', 'error calling call: call of nil'],
    ['{{not}}', '1:2', 'not', 'wrong number of args for not: want 1 got 0'],
    ['{{.kind .spec}}', '1:2', '.kind', 'kind is not a method but has arguments'],
    [
      '{{.kind | base64decode}}',
      '1:10',
      'base64decode',
      'error calling base64decode: base64 decode failed: illegal base64 data at input byte 0',
    ],
  ])('%s does not fit the value', (template, place, quoted, message) =>
    expect(() => new GoTemplate(template).print(POD)).toThrow(
      `template: output:${place}: executing "output" at <${quoted}>: ${message}`,
    ),
  )

  test.each([
    ['{{break}}', '{{break}} outside {{range}}'],
    ['{{if}}{{end}}', 'missing value for if'],
    ['{{"a}}', 'unterminated quoted string'],
    ['{{js "it"s"}}', `bad character U+0022 '"'`],
    ['{{.a.b`}}', "bad character U+0060 '`'"],
    ['{{len 1"}}', 'unterminated quoted string'],
    ['{{.a b}}', 'function "b" not defined'],
  ])('%s is no template', (template, message) =>
    expect(() => new GoTemplate(template).print(POD)).toThrow(`template: output:1: ${message}`),
  )

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
  const history = [
    ['REVISION', 'CHANGE-CAUSE'],
    ['1', '<none>'],
  ]
  expect(formatRows(history, [], DESCRIBE_TABS)).toBe('REVISION  CHANGE-CAUSE\n1         <none>\n')
})
