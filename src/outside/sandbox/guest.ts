/**
 * The code around user code inside the sandbox, as text: it never runs on our side. It starts before the user code, saves the
 * built-ins it needs while they are intact, and keeps them out of reach. User code is loaded as a separate script, so that
 * nothing of ours is in its scope. Its output is still untrusted.
 */

/** Maximum number of characters of an error that are passed on. */
export const MOST_ERROR = 2_000

/**
 * Defines `orchardHost`: `module` takes the body of the code, `call` takes and returns JSON texts. Calls only methods
 * saved before user code was loaded.
 */
const HOST = `
  const { apply, defineProperty, getPrototypeOf } = Reflect
  const { parse, stringify } = JSON
  const sliceText = String.prototype.slice
  const HostError = Error
  const cut = (text) => (text.length > ${MOST_ERROR} ? apply(sliceText, text, [0, ${MOST_ERROR}]) : text)
  const messageOf = (error) => {
    try {
      return cut(typeof error === 'object' && error !== null && typeof error.message === 'string' ? error.message : '' + error)
    } catch {
      return 'it failed'
    }
  }
  const exports = {}
  const module = { exports }
  const require = (name) => {
    throw new HostError('nothing can be imported here: ' + name)
  }
  let broken = 'the code did not load'
  const orchardHost = {
    /** Runs the body once; whatever it throws is what every call fails with. */
    module(body) {
      broken = undefined
      try {
        body(exports, module, require)
      } catch (error) {
        broken = messageOf(error)
      }
    },
    failed(error) {
      broken = messageOf(error)
    },
    /** Passes on the answer's text, or an error's. Waits for nothing but the value: its own promises would be seen by the code. */
    async call(name, input, done, failed) {
      let text
      try {
        if (broken !== undefined) throw new HostError(broken)
        const called = module.exports[name]
        if (typeof called !== 'function')
          throw new HostError(name === 'default' ? 'the code must export a function as its default' : 'there is no function named ' + name)
        const value = await called(parse(input))
        text = value === undefined ? 'null' : stringify(value)
      } catch (error) {
        return failed(messageOf(error))
      }
      done(text)
    },
  }
  // Text that becomes code is of no use here, and each refusal of the policy would reach the page's console.
  const refuse = function Function() {
    throw new HostError('text can not be made into code here')
  }
  refuse.prototype = getPrototypeOf(function () {})
  for (const kind of [function () {}, async function () {}, function* () {}, async function* () {}])
    defineProperty(getPrototypeOf(kind), 'constructor', { value: refuse, writable: false, configurable: false })
  const provideModule = () =>
    defineProperty(globalThis, 'orchardModule', {
      configurable: true,
      value: (body) => {
        delete globalThis.orchardModule
        orchardHost.module(body)
      },
    })
`

/** User code as a script that passes its exports out and sees nothing around it. */
export const moduleScript = (body: string): string => `orchardModule(function (exports, module, require) {
'use strict'
${body}
})`

/** The only globals left to user code. Anything that browsers add later is excluded. */
const LANGUAGE = [
  ...[
    'globalThis',
    'self',
    'undefined',
    'NaN',
    'Infinity',
    'Object',
    'Function',
    'Boolean',
    'Symbol',
    'Number',
    'BigInt',
  ],
  ...['String', 'RegExp', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...[
    'SuppressedError',
    'DisposableStack',
    'AsyncDisposableStack',
    'Promise',
    'Proxy',
    'Reflect',
    'JSON',
    'Math',
    'Date',
  ],
  ...['Intl', 'Temporal', 'ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ...['BigUint64Array', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'escape', 'unescape'],
]
const FROM_THE_BROWSER = [
  ...[
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'queueMicrotask',
    'structuredClone',
    'atob',
    'btoa',
  ],
  ...['TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams'],
]

const FORGET = (kept: readonly string[]): string => `
  const kept = new Set(${JSON.stringify(kept)})
  const everything = Object.prototype
  for (let owner = globalThis; owner && owner !== everything; owner = getPrototypeOf(owner))
    for (const key of Reflect.ownKeys(owner)) if (!kept.has(key)) Reflect.deleteProperty(owner, key)
`

/**
 * A worker in a browser. It receives its answer port in the first message, before any user code is loaded: the port stays in
 * this closure, and only methods that user code cannot replace are called on it.
 */
export const BROWSER_GUEST = `(() => {
'use strict'
onmessage = ({ ports: [port] }) => {
  onmessage = null
  const world = globalThis
  ${HOST}
  const { postMessage } = MessagePort.prototype
  const { preventDefault, stopImmediatePropagation } = Event.prototype
  const { get: dataOf } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
  const [load, PlainBlob, addressOf, release] = [importScripts, Blob, URL.createObjectURL, URL.revokeObjectURL]
  const answer = (message) => apply(postMessage, port, [message])
  const timers = { setTimeout, setInterval }
  const { getRandomValues, randomUUID } = Crypto.prototype
  const source = crypto
  // What nobody caught stays here: passed on, it would reach the page as often as the code likes.
  const quiet = (event) => {
    apply(preventDefault, event, [])
    apply(stopImmediatePropagation, event, [])
  }
  for (const kind of ['error', 'unhandledrejection', 'rejectionhandled', 'securitypolicyviolation']) addEventListener(kind, quiet)
  ${FORGET([...LANGUAGE, ...FROM_THE_BROWSER])}
  delete URL.createObjectURL
  delete URL.revokeObjectURL
  world.Function = refuse
  const nothing = () => undefined
  world.console = { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing, trace: nothing, table: nothing }
  world.crypto = {
    getRandomValues: (array) => apply(getRandomValues, source, [array]),
    ...(randomUUID && { randomUUID: () => apply(randomUUID, source, []) }),
  }
  for (const name of ['setTimeout', 'setInterval']) {
    const set = timers[name]
    world[name] = (run, ms, ...more) => {
      if (typeof run !== 'function') throw new HostError(name + ' takes a function')
      return apply(set, world, [run, ms, ...more])
    }
  }
  const most = /*MOST*/0
  const serve = (id, name, input) => {
    const done = (text) =>
      typeof text !== 'string' || text.length <= most
        ? answer({ id, text })
        : answer({ id, error: 'its answer is longer than ' + most + ' characters' })
    void orchardHost.call(name, input, done, (error) => answer({ id, error }))
  }
  port.onmessage = (event) => {
    const data = apply(dataOf, event, [])
    if (data.type === 'call') return serve(data.id, data.name, data.input)
    provideModule()
    const address = apply(addressOf, undefined, [new PlainBlob([data.script], { type: 'text/javascript' })])
    try {
      apply(load, world, [address])
    } catch (error) {
      orchardHost.failed(error)
    }
    apply(release, undefined, [address])
  }
  answer({ ready: true })
}
})()`

/**
 * An empty context. Its value is the interface for the thread around it: to load a body, start a call, and take the answer when
 * all work is done. Such a context receives no outside events, so a call without an answer by then will never have one.
 */
export const CONTEXT_GUEST = `(() => {
'use strict'
  ${HOST}
  const { get, set, delete: remove } = Map.prototype
  const answers = new Map()
  const keep = (id, text) => void apply(set, answers, [id, text])
  ${FORGET(LANGUAGE)}
  globalThis.Function = refuse
  return {
    prepare: provideModule,
    failed: (message) => orchardHost.failed(message),
    begin: (id, name, input) =>
      void orchardHost.call(name, input, (text) => keep(id, '+' + text), (error) => keep(id, '-' + error)),
    take: (id) => {
      const answer = apply(get, answers, [id])
      apply(remove, answers, [id])
      return answer
    },
  }
})()`
