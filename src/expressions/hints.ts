import type { CompileError, Issue } from './expression-error'

/** An error, as input for finding a hint. */
interface Mistake {
  readonly source: string
  /** Source text before the error, without trailing spaces. */
  readonly before: string
  readonly at: string
}
type Hint = (parts: readonly string[], mistake: Mistake) => string | undefined

/** Names and operators of other languages, with their equivalents in this one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  len: 'size(x)',
  length: 'size()',
  count: 'size()',
  toLowerCase: 'lowerAscii()',
  lower: 'lowerAscii()',
  toUpperCase: 'upperAscii()',
  upper: 'upperAscii()',
  includes: 'contains(…)',
  any: 'exists(x, condition)',
  some: 'exists(x, condition)',
  every: 'all(x, condition)',
  where: 'filter(x, condition)',
  select: 'map(x, expression)',
  match: 'matches(pattern)',
  strip: 'trim()',
  str: 'string(x)',
  True: 'true',
  False: 'false',
  None: 'null',
  nil: 'null',
  NULL: 'null',
  undefined: 'has(a.field)',
}
const MACROS: Readonly<Record<string, string>> = {
  all: 'list.all(x, condition)',
  exists: 'list.exists(x, condition)',
  exists_one: 'list.exists_one(x, condition)',
  filter: 'list.filter(x, condition)',
  map: 'list.map(x, expression)',
  has: 'has(a.field)',
}

function elsewhere([, name = '']: readonly string[]): string | undefined {
  const macro = Object.hasOwn(MACROS, name) ? MACROS[name] : undefined
  if (macro !== undefined) return `it is written ${macro}`
  const here = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined
  return here === undefined ? undefined : `did you mean ${here}?`
}

/** Hint naming the last unclosed bracket and its column. */
function openBracket(source: string): string {
  const open: string[] = []
  const plain = source.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => ' '.repeat(text.length))
  for (const [i, sign] of [...plain].entries()) {
    if ('([{'.includes(sign)) open.push(`the '${sign}' at column ${i + 1} is not closed`)
    else if (')]}'.includes(sign)) open.pop()
  }
  return open.at(-1) ?? 'a bracket is not closed'
}

function unknownSign(_: readonly string[], { at, before }: Mistake): string | undefined {
  if (/^["']/.test(at)) return 'the text has no closing quote'
  if (at.startsWith('=>')) return 'a macro takes a name and an expression: list.all(x, x > 0)'
  if (at.startsWith('=')) {
    if (before.endsWith('!=')) return "did you mean '!='?"
    return before.endsWith('==') ? "did you mean '=='? There is one kind of equality" : "did you mean '=='?"
  }
  if (at.startsWith('&')) return "did you mean '&&'?"
  if (at.startsWith('|')) return "did you mean '||'?"
  if (at.startsWith(';')) return "an expression does not end in ';'"
  return 'the language has no such sign'
}

const WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', is: '==', AND: '&&', OR: '||' }

function unexpectedInput([, input = '']: readonly string[], { before, source }: Mistake): string | undefined {
  const meant = Object.hasOwn(WORDS, input) ? WORDS[input] : undefined
  if (meant !== undefined) return `did you mean '${meant}'?`
  if (/\bnot$/i.test(before)) return "did you mean '!'?"
  if (input === '>' && before.endsWith('<')) return "did you mean '!='?"
  if (input === '>' && before.endsWith('-')) return 'a field is reached by a dot: a.b'
  if (input === '+' && before.endsWith('+')) return 'values never change: there is no ++'
  if (/^\.\d/.test(input)) return 'an item of a list is reached by its index in brackets: list[0]'
  if (')]}'.includes(input)) return `this '${input}' closes no bracket, or something is missing before it`
  if (/^(&&|\|\||[-+*/%<>=!]+)$/.test(input)) return `a value must stand before '${input}'`
  return source.includes('`') ? 'a text stands in single or double quotes' : 'an operator is missing before it'
}

function afterEnd(_: readonly string[], { before }: Mistake): string {
  const sign = /[^\w\s)\]}'"]+$/.exec(before)?.[0] ?? ''
  return sign === '' ? 'the expression is not finished' : `a value must follow '${sign}'`
}

const NUMBER = /^(int|uint|double)$/

/** Hint for an operator or function applied to unsupported types. */
function wrongTypes([, name = '', types = '']: readonly string[]): string | undefined {
  const [left = '', right = ''] = split(types)
  const both = [left, right]
  if (both.some((type) => type.startsWith('optional_type')))
    return 'one side is optional: take its value by .orValue(…)'
  if (name === '@in') return notIn(left, right)
  if (name === '_[_]')
    return left.startsWith('list') ? 'items of a list have a number: list[0]' : `keys are of another type than ${right}`
  if (name === '_?_:_')
    return left === 'bool' ? 'both values must be of one type' : `the condition must be bool, not ${left}`
  if (name === '!_') return `'!' is for bool; compare the ${left} with something first`
  if (name === '-_') return `'-' is for numbers and durations, not for ${left}`
  if (name === 'size') return 'size is for texts, bytes, lists and maps'
  if (!/^_.*_$/.test(name)) return undefined
  if (both.includes('null')) return 'whether a field is there says has(a.field)'
  if (both.every((type) => NUMBER.test(type))) return `convert one side: ${left}(…) or ${right}(…)`
  if (both.includes('bool')) return 'true and false stand without quotes'
  if (both.includes('string') && both.some((type) => NUMBER.test(type)))
    return 'one side is a number, the other a text: convert one by string(…) or int(…)'
  return undefined
}
function notIn(left: string, right: string): string {
  if (right === 'string') return "a part of a text is found by contains: 'abc'.contains('b')"
  if (/^list\(/.test(right)) return `the items are not of the type ${left}: list.exists(x, x.field == …)`
  return "right of 'in' stands a list or a map"
}

/** Splits at commas outside brackets. */
function split(types: string): string[] {
  const inner = types.replace(/^(?:.*\.)?\((.*)\)$/, '$1')
  return inner.split(/,\s*(?![^()]*\))/)
}

const TABLE: readonly (readonly [RegExp, Hint])[] = [
  [/^Syntax error: token recognition error/, unknownSign],
  [/^Syntax error: mismatched input '<EOF>' expecting '[,)\]}]'/, (_, { source }) => openBracket(source)],
  [
    /^Syntax error: mismatched input '<EOF>' expecting ':'/,
    () => 'a choice has three parts: condition ? value : other',
  ],
  [/^Syntax error: mismatched input '<EOF>' expecting/, afterEnd],
  [/^Syntax error: mismatched input '.*' expecting IDENTIFIER/, () => 'the name of a field must follow the dot'],
  [/^Syntax error: (?:mismatched|extraneous) input '(.*)' expecting/, unexpectedInput],
  [/^reserved identifier: if/, () => 'there is no if: write condition ? value : other'],
  [/^reserved identifier: (.*)/, ([, word = '']) => `'${word}' is a word of other languages and can't be a name`],
  [/^undeclared reference to '(\w+)'/, elsewhere],
  [
    /^type 'list\(.*' does not support/,
    (_, { at }) =>
      /^\.?(length|size|count)\b/.test(at)
        ? 'did you mean size()?'
        : 'reach its items by an index or a macro: list[0].a, list.all(x, x.a)',
  ],
  [/^type '(.*)' does not support/, ([, type = '']) => `a value of type ${type} has no fields`],
  [/^found no matching overload for '(.*)' applied to '(.*)'$/, wrongTypes],
  [
    /^expected type 'bool' but found '(.*)'/,
    ([, type = '']) => `a condition is true or false: compare the ${type} with something`,
  ],
  [/^expected type '(.*)' but found '(.*)'/, () => 'all items must be of one type'],
  [
    /^invalid argument to has\(\)/,
    (_, { at }) =>
      at.includes('[') ? "a key of a map is tested by 'in': 'key' in a.labels" : 'has() tests a field: has(a.field)',
  ],
  [/^argument must be a simple name/, () => 'the first argument of a macro is a new name: list.all(x, x > 0)'],
  [
    /^(invalid matches argument|error parsing regexp)/,
    () => 'the pattern is no regular expression that the language knows',
  ],
  [
    /clause can only be used on|can be formatted as/,
    () => 'verbs of format: %s for anything, %d for whole numbers, %f for doubles',
  ],
  [
    /^(invalid duration argument|type conversion error .*Duration')/,
    () => "a duration is a number with a unit: '90s', '1h30m'",
  ],
  [
    /^(invalid timestamp argument|type conversion error .*Timestamp')/,
    () => "a time is written like '2030-01-31T10:00:00Z'",
  ],
]

/** Maximum number of hints in a message. */
const MOST_HINTS = 5

/** Hints for the first errors, without repetition. */
export function hintsOf({ source, issues }: CompileError): readonly string[] {
  const first = issues.slice(0, MOST_HINTS * 2)
  const found = first.flatMap((issue) => hintFor(source, issue) ?? issue.hint ?? [])
  return [...new Set(found)].slice(0, MOST_HINTS)
}

/** Hint for an error; undefined if there is none. */
export function hintFor(source: string, { message, start }: Issue): string | undefined {
  const mistake = { source, before: source.slice(0, start).trimEnd(), at: source.slice(start) }
  for (const [pattern, hint] of TABLE) {
    const parts = pattern.exec(message)
    if (parts) return hint([...parts], mistake)
  }
  return undefined
}
