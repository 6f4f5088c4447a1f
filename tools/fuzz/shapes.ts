import type { FuzzRequest } from './requests'

/** A request of a given size. Its cost is measured at n, 2n and 4n, and must grow with the size. */
export interface Shape {
  readonly name: string
  readonly n: number
  make(n: number): FuzzRequest
}

const MAPS = '/api/v1/namespaces/default/configmaps?dryRun=All&fieldManager=fuzz'
const json = { 'content-type': 'application/json' }
const yaml = { 'content-type': 'application/yaml' }
const post = (body: string, headers: Readonly<Record<string, string>> = json, path = MAPS): FuzzRequest => ({
  method: 'POST',
  path,
  headers,
  body,
})
const repeat = (n: number, make: (i: number) => string, separator = ','): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(separator)
const map = (metadata: string): string => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"${metadata}}}`
const data = (n: number): string => `{"metadata":{"name":"x"},"data":{${repeat(n, (i) => `"k${i}":"v"`)}}}`
const pods = '/api/v1/namespaces/default/pods?dryRun=All&fieldManager=fuzz'
const pod = (spec: string, container = ''): string =>
  `{"metadata":{"name":"x"},"spec":{"containers":[{"name":"a","image":"b"${container}}]${spec}}}`
/** The custom type that the fuzzer creates first. */
export const WIDGETS = '/apis/fuzz.example.com/v1/namespaces/default/widgets'
const widget = (spec: string): string =>
  `{"apiVersion":"fuzz.example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":${spec}}`
const widgets = `${WIDGETS}?dryRun=All&fieldManager=fuzz`

/** Requests that are expensive for their size; `n` is the number of parts at the limit of a request. */
export const SHAPES: readonly Shape[] = [
  { name: 'keys of a config map', n: 20_000, make: (n) => post(data(n)) },
  {
    name: 'keys of an applied config map',
    n: 20_000,
    make: (n) => ({
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/x?dryRun=All&fieldManager=fuzz&force=true',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: data(n).replace('{', '{"apiVersion":"v1","kind":"ConfigMap",'),
    }),
  },
  {
    name: 'repeated keys',
    n: 20_000,
    make: (n) => post(`{"metadata":{"name":"x"},"data":{${repeat(n, (i) => `"k${i % 7}":"v"`)}}}`),
  },
  {
    name: 'unknown fields',
    n: 20_000,
    make: (n) => post(`{"metadata":{"name":"x"},${repeat(n, (i) => `"u${i}":1`)}}`),
  },
  { name: 'labels', n: 10_000, make: (n) => post(map(`,"labels":{${repeat(n, (i) => `"k${i}":"!"`)}}`)) },
  { name: 'finalizers', n: 10_000, make: (n) => post(map(`,"finalizers":[${repeat(n, (i) => `"a.b/${i}"`)}]`)) },
  {
    name: 'owners',
    n: 4000,
    make: (n) =>
      post(
        map(
          `,"ownerReferences":[${repeat(n, (i) => `{"apiVersion":"v1","kind":"ConfigMap","name":"o${i}","uid":"u${i}"}`)}]`,
        ),
      ),
  },
  {
    name: 'containers',
    n: 1000,
    make: (n) =>
      post(
        `{"metadata":{"name":"x"},"spec":{"containers":[${repeat(n, (i) => `{"name":"c${i}","image":"b"}`)}]}}`,
        json,
        pods,
      ),
  },
  {
    name: 'environment',
    n: 5000,
    make: (n) => post(pod('', `,"env":[${repeat(n, (i) => `{"name":"E${i}","value":"$(E${i})"}`)}]`), json, pods),
  },
  {
    name: 'ports',
    n: 5000,
    make: (n) => post(pod('', `,"ports":[${repeat(n, (i) => `{"containerPort":${i + 1}}`)}]`), json, pods),
  },
  {
    name: 'tolerations',
    n: 2000,
    make: (n) => post(pod(`,"tolerations":[${repeat(n, (i) => `{"key":"k${i}","operator":"Exists"}`)}]`), json, pods),
  },
  {
    name: 'volumes',
    n: 2000,
    make: (n) => post(pod(`,"volumes":[${repeat(n, (i) => `{"name":"v${i}","emptyDir":{}}`)}]`), json, pods),
  },
  {
    name: 'members of a set',
    n: 10_000,
    make: (n) => post(widget(`{"set":[${repeat(n, (i) => String(i))}]}`), json, widgets),
  },
  {
    name: 'items of a keyed list',
    n: 5000,
    make: (n) => post(widget(`{"map":[${repeat(n, (i) => `{"k":"${i}"}`)}]}`), json, widgets),
  },
  { name: 'wrong values', n: 5000, make: (n) => post(widget(`{"set":[${repeat(n, () => '"x"')}]}`), json, widgets) },
  { name: 'a pattern', n: 100_000, make: (n) => post(widget(`{"s":"${'a'.repeat(n)}!"}`), json, widgets) },
  {
    name: 'values for enumerations',
    n: 5000,
    make: (n) => post(widget(`{"free":[${repeat(n, (i) => String(i))}]}`), json, widgets),
  },
  {
    name: 'large integers',
    n: 20_000,
    make: (n) => post(widget(`{"any":{"a":[${repeat(n, () => '9007199254740993')}]}}`), json, widgets),
  },
  {
    name: 'YAML maps',
    n: 10_000,
    make: (n) => post(`metadata: {name: x}\ndata:\n${repeat(n, (i) => `  k${i}: v`, '\n')}\n`, yaml),
  },
  { name: 'YAML flow lists', n: 20_000, make: (n) => post(`a: [${repeat(n, () => '1')}]`, yaml) },
  { name: 'YAML dashes', n: 20_000, make: (n) => post('- '.repeat(n), yaml) },
  { name: 'YAML question marks', n: 20_000, make: (n) => post('? '.repeat(n), yaml) },
  { name: 'YAML quotes', n: 100_000, make: (n) => post('"'.repeat(n), yaml) },
  { name: 'YAML lines of dashes', n: 50_000, make: (n) => post('-\n'.repeat(n), yaml) },
  { name: 'YAML brackets', n: 100_000, make: (n) => post('['.repeat(n), yaml) },
  {
    name: 'YAML anchors',
    n: 10_000,
    make: (n) =>
      post(
        repeat(n, (i) => `k${i}: &a${i} v`, '\n'),
        yaml,
      ),
  },
  { name: 'YAML aliases', n: 10_000, make: (n) => post(`a: &a x\nb: [${repeat(n, () => '*a')}]`, yaml) },
  { name: 'YAML documents', n: 20_000, make: (n) => post('---\n'.repeat(n), yaml) },
  { name: 'JSON brackets', n: 100_000, make: (n) => post('['.repeat(n)) },
  { name: 'JSON backslashes', n: 100_000, make: (n) => post(`{"a":"${'\\\\'.repeat(n)}"}`) },
  { name: 'a long name', n: 100_000, make: (n) => post(`{"metadata":{"name":"${'a.'.repeat(n)}"}}`) },
  {
    name: 'an image',
    n: 50_000,
    make: (n) => post(pod('').replace('"image":"b"', `"image":"${'a/'.repeat(n)}"`), json, pods),
  },
  {
    name: 'a quantity',
    n: 50_000,
    make: (n) => post(pod('', `,"resources":{"limits":{"cpu":"${'1'.repeat(n)}"}}`), json, pods),
  },
  {
    name: 'operations of a JSON patch',
    n: 2500,
    make: (n) => ({
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/fuzz-base?dryRun=All',
      headers: { 'content-type': 'application/json-patch+json' },
      body: `[${repeat(n, (i) => `{"op":"add","path":"/data/k${i}","value":"v"}`)}]`,
    }),
  },
  {
    name: 'a merge patch',
    n: 20_000,
    make: (n) => ({
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/fuzz-base?dryRun=All',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: data(n).replace('"name":"x"', ''),
    }),
  },
  {
    name: 'a strategic patch',
    n: 4000,
    make: (n) => ({
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/fuzz-base?dryRun=All',
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: `{"metadata":{"finalizers":[${repeat(n, (i) => `"a.b/${i}"`)}]}}`,
    }),
  },
  {
    name: 'a label selector',
    n: 5000,
    make: (n) => ({
      method: 'GET',
      headers: {},
      path: `${MAPS}&labelSelector=a%20in%20(${repeat(n, (i) => `v${i}`)})`,
    }),
  },
  {
    name: 'a field selector',
    n: 2000,
    make: (n) => ({
      method: 'GET',
      headers: {},
      path: `${MAPS}&fieldSelector=${repeat(n, (i) => `metadata.name!=v${i}`)}`,
    }),
  },
]
