import { Worker } from 'node:worker_threads'
import { contextGuest } from './guest'
import { createRuns, type Guest, type GuestListener } from './runs'
import type { Sandbox } from './sandbox'

/**
 * Runs in the thread: makes a context that has the language and nothing else, forgets everything that the thread itself could do,
 * and speaks with the context in texts only: no object of one side ever reaches the other.
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
const failed = (id) => parentPort.postMessage({ id, error: 'it failed' })
let broken = false
try {
  runInContext(workerData, context, { filename: 'callback.js' })
} catch {
  broken = true
}
parentPort.on('message', ({ id, name, input }) => {
  if (broken) return failed(id)
  try {
    runInContext('orchardStart(' + id + ',' + quote(name) + ',' + quote(input) + ')', context)
  } catch {
    return failed(id)
  }
  // After the promises that are ready have run, nothing can make another one ready.
  turn(() => {
    try {
      const text = runInContext('orchardTake(' + id + ')', context)
      if (typeof text !== 'string') return parentPort.postMessage({ id, error: 'it waits for something that never comes' })
      parentPort.postMessage(text[0] === '+' ? { id, text: text.slice(1) } : { id, error: text.slice(1) })
    } catch {
      failed(id)
    }
  })
})
`

const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, codeRangeSizeMb: 16, stackSizeMb: 2 }

function start(body: string, listener: GuestListener): Guest {
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: contextGuest(body),
    env: {},
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: LIMITS,
  })
  thread.unref()
  thread.on('message', (message: unknown) => listener.message(message))
  thread.on('error', () => listener.failed('it died: it used too much memory, or broke its own world'))
  thread.on('exit', () => listener.failed('it ended by itself'))
  return {
    call: (id, name, input) => thread.postMessage({ id, name, input }),
    stop: () => void thread.terminate(),
  }
}

/** A person's code in threads of Node, each with an empty context. */
export const createNodeSandbox = (): Sandbox =>
  createRuns({
    start,
    setTimer(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
