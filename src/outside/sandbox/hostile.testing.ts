import type { Json } from '../../machinery/json'

/** Code that tries to escape or to do harm, for the tests of every sandbox. */
export interface Hostile {
  readonly what: string
  readonly source: string
  /** Acceptable answers if it does not fail; `undefined` if it must fail. */
  readonly answers?: Json
  /** Part of the error message if it fails. */
  readonly fails?: RegExp
}

/** A probe that answers `kept in` if the code's environment lacks what it looks for. */
const probe = (what: string, expression: string): Hostile => ({
  what,
  source: `export default async (input) => { try { const found = await (${expression}); return found === undefined ? 'kept in' : 'OUT: ' + String(found).slice(0, 80) } catch { return 'kept in' } }`,
  answers: 'kept in',
})

const STOPPED = /stopped/

/** Applies to every sandbox. */
export const HOSTILE: readonly Hostile[] = [
  { what: 'an endless loop', source: 'export default () => { for (;;); }', fails: STOPPED },
  { what: 'an endless loop while loading', source: 'for (;;); export default () => 1', fails: STOPPED },
  {
    what: 'an endless chain of promises',
    source: 'export default () => { const f = () => Promise.resolve().then(f); return f() }',
    // Whichever limit it meets first: time or memory.
    fails: /stopped|too much memory/,
  },
  {
    what: 'a regular expression that never ends',
    source: `export default () => /^(a+)+$/.test('a'.repeat(60) + '!')`,
    fails: STOPPED,
  },
  { what: 'endless recursion', source: 'export default () => { const f = () => f() + 1; return f() }', fails: /./ },
  { what: 'a huge answer', source: `export default () => 'x'.repeat(20_000_000)`, fails: /longer than/ },
  {
    what: 'an answer that refers to itself',
    source: 'export default () => { const a = {}; a.a = a; return a }',
    fails: /./,
  },
  {
    what: 'an answer whose conversion never ends',
    source: 'export default () => ({ toJSON() { for (;;); } })',
    fails: STOPPED,
  },
  {
    what: 'an error whose message never ends',
    source: 'export default () => { throw { get message() { for (;;); } } }',
    fails: STOPPED,
  },
  { what: 'an error that is no error', source: 'export default () => { throw null }', fails: /null/ },
  {
    what: 'an error that is a trap',
    source: `export default () => { throw new Proxy({}, { get() { throw new Error('again') } }) }`,
    fails: /./,
  },
  { what: 'no function', source: 'export default 1', fails: /must export a function/ },
  { what: 'code that does not read', source: 'export default (', fails: /./ },
  {
    what: 'an import',
    source: `import fs from 'node:fs'\nexport default () => fs.readFileSync('/etc/hosts')`,
    fails: /imported/,
  },
  {
    what: 'an import while running',
    source: `export default async () => (await import('node:fs')).readdirSync('/')`,
    fails: /./,
  },
  {
    what: 'an import from a site',
    source: `export default async () => (await import('https://example.com/x.js')).default`,
    fails: /./,
  },
  {
    what: 'a wrapper that is closed early',
    source: 'export default () => 1\n})(exports, module, require); (function () { for (;;); ',
    fails: /./,
  },
  {
    what: 'poisoned prototypes',
    source: `Object.prototype.then = (resolve) => resolve('stolen')
Array.prototype.push = String.prototype.slice = Map.prototype.get = Promise.prototype.then = JSON.stringify = () => { throw new Error('poison') }
export default () => 'fine'`,
    answers: 'fine',
  },
  {
    what: 'arrays and maps that tell what passes through them',
    source: `const seen = []
for (const kind of [Map, Set, WeakMap, String, Array]) for (const key of Reflect.ownKeys(kind.prototype)) {
  const { value: method } = Reflect.getOwnPropertyDescriptor(kind.prototype, key)
  if (typeof method === 'function' && key !== 'constructor')
    kind.prototype[key] = function (...args) { seen[seen.length] = args; return apply(method, this, args) }
}
const apply = Reflect.apply
Reflect.apply = Function.prototype.call = Function.prototype.apply = () => { throw new Error('poison') }
seen.length = 0
export default () => seen.length`,
    answers: 0,
  },
  {
    what: 'setters that catch what is set',
    source: `const seen = []
for (const key of ['id', 'text', 'error', 'type', 'name', 'input', 'data', 'script', 'ready', 'ports'])
  Object.defineProperty(Object.prototype, key, { configurable: true, set(value) { seen[seen.length] = value }, get() { return undefined } })
export default () => seen.length`,
    answers: 0,
  },
  {
    what: 'the names of what is around it',
    source: `export default () => [typeof orchardHost, typeof orchardModule, typeof orchardPost, typeof orchardTake, typeof orchardAnswers, typeof answer, typeof port].filter((kind) => kind !== 'undefined').length`,
    answers: 0,
  },
  {
    what: 'a comment that the compiler takes for a text',
    source: 'let x = 2\nx = 1 <!--`\nimport("data:text/javascript,globalThis.out=1")\n//`\nexport default () => 1',
    fails: /./,
  },
  { what: 'text made into code', source: `export default () => (0, eval)('1')`, fails: /./ },
  {
    what: 'text made into a function',
    source: `export default () => new (class extends Function {})('return 1')()`,
    fails: /./,
  },
  {
    what: 'text made into an async function',
    source: `export default () => (async () => {}).constructor('return 1')()`,
    fails: /can not be made into code/,
  },
  { what: 'a huge error', source: `export default () => { throw 'x'.repeat(50_000_000) }`, fails: /^x{1,2000}$/ },
  {
    what: 'keys that change prototypes',
    source: `export default () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')`,
    answers: JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}') as Json,
  },
  probe('the host through a constructor', `new Function('return process')().version`),
  probe('the host through its own constructor', `(() => {}).constructor.constructor('return process.env')()`),
  probe('the host through the input', `input?.constructor?.constructor('return process')().version`),
  probe('the host through globalThis', `globalThis.constructor.constructor('return process')().version`),
  probe(
    'the host through an error',
    `(() => { try { null.x } catch (e) { return e.constructor.constructor('return process')().version } })()`,
  ),
  probe(
    'the host through overflow',
    `(() => { const f = () => f(); try { f() } catch (e) { return e.constructor.constructor('return process')().version } })()`,
  ),
  probe(
    'the host through an import that fails',
    `import('x').catch((e) => e.constructor.constructor('return process')().version)`,
  ),
  probe(
    'the host through a stack',
    `(() => { Error.prepareStackTrace = (_, frames) => frames.map((f) => typeof f.getThis()).find((t) => t === 'object' && f.getThis() !== globalThis); const e = new Error(); return e.stack })()`,
  ),
  probe('the caller', `(function f() { return f.caller })()`),
  probe('files', `require('node:fs').readdirSync('/')`),
  probe('a process', `process.version`),
  probe('the environment', `process.env.PATH`),
  probe('the page', `document.title`),
  probe('the page around', `parent.document.title`),
  probe('storage', `localStorage.length`),
  probe('storage for a session', `sessionStorage.length`),
  probe(
    'databases',
    `new Promise((resolve, reject) => { const r = indexedDB.open('orchard'); r.onsuccess = () => resolve('open'); r.onerror = reject })`,
  ),
  probe('a list of databases', `indexedDB.databases().then((all) => all.length)`),
  probe('caches', `caches.keys().then((keys) => keys.length)`),
  probe('cookies', `document.cookie`),
  probe('locks', `navigator.locks.query().then((all) => all.held.length)`),
  probe('files of the origin', `navigator.storage.getDirectory().then(() => 'a directory')`),
  probe('the service worker', `navigator.serviceWorker.ready.then(() => 'one')`),
]

/** Code that looks for the answers of other calls; even in its second call it must have found none. */
export const THIEF = `const stolen = []
const then = Promise.prototype.then
Promise.prototype.then = function (...hears) { stolen.push(...hears); return then.apply(this, hears) }
Object.defineProperty(Promise.prototype, 'constructor', { get() { stolen.push(this); return Promise } })
for (const kind of [Function, Array, Object, Map, String]) kind.prototype.toJSON = function () { stolen.push(this); return this }
export default () => stolen.length`

/** Further attempts for browsers, on a page of `origin`. */
export const hostileToPages = (origin: string): readonly Hostile[] => [
  probe('the site', `fetch('${origin}/escape').then(() => 'an answer')`),
  probe('the site without asking', `fetch('${origin}/escape', { mode: 'no-cors' }).then(() => 'an answer')`),
  probe('the control plane', `fetch('${origin}/api/v1/secrets').then((r) => r.text())`),
  probe(
    'an old way to the site',
    `new Promise((resolve, reject) => { const r = new XMLHttpRequest(); r.open('GET', '${origin}/escape'); r.onload = () => resolve('an answer'); r.onerror = reject; r.send() })`,
  ),
  probe(
    'a socket',
    `new Promise((resolve, reject) => { const s = new WebSocket('${origin.replace('http', 'ws')}/escape'); s.onopen = () => resolve('open'); s.onerror = reject })`,
  ),
  probe('a script of the site', `importScripts('${origin}/escape.js')`),
  probe('a module of the site', `new Function('return import("${origin}/escape.js")')()`),
  probe('a worker of its own', `new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))) && 'a worker'`),
  probe('a channel to the page', `new BroadcastChannel('orchard /') && 'a channel'`),
  probe('the frame', `self.parent?.location.href`),
  probe('a beacon', `navigator.sendBeacon('${origin}/escape') || undefined`),
  {
    what: 'a call that nobody made',
    source: `export default () => dispatchEvent(new MessageEvent('message', { data: { id: 4711, name: 'default', input: 'null' } }))`,
    fails: /not defined/,
  },
  { what: 'ears that are closed', source: `self.onmessage = null; export default () => 1`, answers: 1 },
  {
    what: 'ears of its own',
    source: `const heard = []; self.onmessage = (e) => heard.push(e); export default async () => { await new Promise((r) => setTimeout(r, 50)); return heard.length }`,
    answers: 0,
  },
  probe('a channel of messages', `new MessageChannel()`),
  probe('the port of its answers', `MessagePort.prototype.postMessage`),
  probe('an event of its own', `new Event('error')`),
  probe('an address for a script', `URL.createObjectURL`),
  probe('a picture', `new OffscreenCanvas(1, 1)`),
  probe('a program in bytes', `WebAssembly.Memory`),
  {
    what: 'a flood of errors that nobody catches',
    source: `export default () => { for (let i = 0; i < 1_000; i++) { setTimeout(() => { throw new Error('flood') }); Promise.reject(new Error('flood')) } return 'done' }`,
    answers: 'done',
  },
  {
    what: 'a flood of words for the console',
    source: `export default () => { for (let i = 0; i < 100_000; i++) console.log('flood', i); return 'done' }`,
    answers: 'done',
  },
  {
    what: 'a flood of reports',
    source: `export default () => { for (;;) reportError(new Error('flood')) }`,
    fails: /not defined/,
  },
  {
    what: 'a flood of messages',
    source: `export default () => { for (;;) postMessage({ id: 1, text: 'flood' }) }`,
    fails: /not defined/,
  },
  {
    what: 'a flood of texts as timers',
    source: `export default () => { for (;;) setTimeout('1') }`,
    fails: /takes a function/,
  },
  { what: 'a promise that is never kept', source: `export default () => new Promise(() => {})`, fails: STOPPED },
  {
    what: 'a timer that never rests',
    source: `export default () => new Promise(() => setInterval(() => { for (let i = 0; i < 1e7; i++); }))`,
    fails: STOPPED,
  },
]
