/**
 * The code around user code inside the sandbox, as text: it never runs on our side. It starts before the user code, saves the
 * built-ins it needs while they are intact, and keeps them out of reach. User code is loaded as a separate script, so that
 * nothing of ours is in its scope. Its output is still untrusted.
 */
import { FORGET, FROM_THE_BROWSER, LANGUAGE } from './guest-globals'
import { HOST } from './guest-host'

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
  // Uncaught errors stay here: passed on, they would reach the page as often as the code likes.
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
