import { expect, test } from 'vitest'
import { runJq } from './run-jq'

const PODS = {
  items: [
    { metadata: { name: 'a', labels: { app: 'web', 'x.io/y': '1' } }, spec: { n: 3 }, status: { phase: 'Running' } },
    { metadata: { name: 'b' }, spec: { n: 1 }, status: { phase: 'Pending' } },
  ],
}

/** Programs with their output for the object above, compact and raw. */
const PROGRAMS: readonly (readonly [program: string, ...lines: string[]])[] = [
  ['.items[].metadata.name', 'a', 'b'],
  ['.items | length', '2'],
  ['.items[0].metadata.labels["x.io/y"]', '1'],
  ['.items[0].metadata.labels."x.io/y"', '1'],
  ['.items[-1].metadata.name', 'b'],
  ['.items[] | select(.status.phase == "Running") | .metadata.name', 'a'],
  ['[.items[].spec.n] | add', '4'],
  ['.items | map(.spec.n) | sort', '[1,3]'],
  ['.items | sort_by(.spec.n) | .[0].metadata.name', 'b'],
  ['.items[] | {name: .metadata.name, n: .spec.n}', '{"name":"a","n":3}', '{"name":"b","n":1}'],
  ['.items[0].metadata | {name}', '{"name":"a"}'],
  ['.items[] | .metadata.labels.app // "none"', 'web', 'none'],
  ['.items[] | "\\(.metadata.name): \\(.spec.n)"', 'a: 3', 'b: 1'],
  ['.items[1].metadata.labels | keys?'],
  ['[.items[] | .spec.n > 2 and .status.phase != "Pending"]', '[true,false]'],
  [
    '.items | group_by(.status.phase) | map({phase: .[0].status.phase, count: length})',
    '[{"phase":"Pending","count":1},{"phase":"Running","count":1}]',
  ],
  ['.items[0] | del(.metadata.labels, .status)', '{"metadata":{"name":"a"},"spec":{"n":3}}'],
  ['.items[0].metadata.labels | to_entries | map("\\(.key)=\\(.value)") | join(",")', 'app=web,x.io/y=1'],
  ['.items[] | if .spec.n > 2 then "many" else "few" end', 'many', 'few'],
  ['.items[0] as $x | $x.metadata.name', 'a'],
  ['[.. | .n? // empty]', '[3,1]'],
  ['.items[0:1] | length', '1'],
  ['.items[].metadata | has("labels")', 'true', 'false'],
  ['.items[0].metadata.name | test("^A$"; "i")', 'true'],
  ['"aGk=" | @base64d', 'hi'],
  ['.items[] | [.metadata.name, .spec.n] | @tsv', 'a\t3', 'b\t1'],
]

test.each(PROGRAMS)('%s', (program, ...lines) => {
  const { text } = runJq(program, JSON.stringify(PODS), { raw: true, compact: true })
  expect(text).toBe(lines.map((line) => `${line}\n`).join(''))
})

test.each([
  ['.items[', 'syntax error: the program ends too early'],
  ['.items | nothing', 'nothing/0 is not defined'],
  ['.items.name', 'Cannot index array with "name"'],
  ['.items[].metadata.name[]', 'Cannot iterate over string'],
])('%s is refused', (program, message) => {
  expect(() => runJq(program, JSON.stringify(PODS))).toThrow(message)
})
