import { Worker } from 'node:worker_threads'
import { CONTEXT_GUEST } from './guest'
import type { Guest, GuestListener } from './guest-run'
import { createRuns } from './runs'
import type { Sandbox } from './sandbox'

/**
 * Runs in the thread: creates a context with nothing but the language, drops the thread's own abilities, and exchanges only texts
 * with the context, so that no object crosses the boundary.
 */
const THREAD = `'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const vm = require('node:vm')
const turn = setImmediate
const { createContext, runInContext } = vm
const quote = JSON.stringify
process.on('unhandledRejection', () => undefined)
for (const key of Object.getOwnPropertyNames(globalThis)) {
  if (['globalThis', 'Object', 'Function', 'Promise', 'Error', 'TypeError', 'RangeError', 'JSON', 'Map', 'Set', 'Symbol', 'Array', 'String', 'Number'].includes(key)) continue
  try { delete globalThis[key] } catch {}
}
const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
const guest = runInContext(workerData, context, { filename: 'guest.js' })
const failed = (id) => parentPort.postMessage({ id, error: 'it failed' })
parentPort.on('message', ({ type, id, name, input, script }) => {
  if (type === 'load') {
    try {
      guest.prepare()
      runInContext(script, context, { filename: 'callback.js' })
    } catch (error) {
      // Only a text of it: the error belongs to the other side.
      let message = 'it did not load'
      try { message = '' + error.message } catch {}
      guest.failed(message)
    }
    return
  }
  try {
    guest.begin(id, name, input)
  } catch {
    return failed(id)
  }
  // After the promises that are ready have run, nothing can make another one ready.
  turn(() => {
    try {
      const text = guest.take(id)
      if (typeof text !== 'string') return parentPort.postMessage({ id, error: 'it waits for something that never comes' })
      parentPort.postMessage(text[0] === '+' ? { id, text: text.slice(1) } : { id, error: text.slice(1) })
    } catch {
      failed(id)
    }
  })
})
parentPort.postMessage({ ready: true })
`

const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, codeRangeSizeMb: 16, stackSizeMb: 2 }
/** Buffers are outside the engine's heap limit, so a call may let the process grow by this much. */
const MOST_GROWTH = 256 * 1024 * 1024
const LOOK_EVERY_MS = 50
const TOO_MUCH = 'it was stopped: it used too much memory'

function start(listener: GuestListener): Guest {
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: CONTEXT_GUEST,
    env: {},
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: LIMITS,
  })
  let running = 0
  let ended = false
  let look: NodeJS.Timeout | undefined
  const rest = (): void => {
    clearInterval(look)
    look = undefined
  }
  const stop = (): void => {
    ended = true
    rest()
    void thread.terminate()
  }
  const watch = (): void => {
    const before = process.memoryUsage.rss()
    look = setInterval(() => {
      if (process.memoryUsage.rss() - before > MOST_GROWTH) listener.failed(TOO_MUCH)
    }, LOOK_EVERY_MS)
    look.unref()
  }
  thread.unref()
  thread.on('message', (message: { readonly ready?: true }) => {
    if (message.ready) return listener.ready()
    running--
    if (running === 0) rest()
    listener.message(message)
  })
  thread.on('error', () => listener.failed('it died: it used too much memory, or broke its own world'))
  thread.on('exit', () => {
    ended = true
    rest()
    listener.failed('it ended by itself')
  })
  return {
    alive: () => !ended,
    load: (script) => thread.postMessage({ type: 'load', script }),
    call(id, name, input) {
      if (running++ === 0) watch()
      thread.postMessage({ type: 'call', id, name, input })
    },
    stop,
  }
}

/** Runs user code in Node threads, each with an empty context. */
export const createNodeSandbox = (): Sandbox =>
  createRuns({
    start,
    setTimer(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
