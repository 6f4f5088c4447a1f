// npm run serve -- --port N [--data-dir DIR | --in-memory] [flags]: the control plane without a browser.
// The server has a thread of its own, so that a signal ends the process even if the server is busy.
import { setFlagsFromString } from 'node:v8'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { importBundled } from './bundle.mjs'
import { namesOf } from './names.mjs'

/** A server that does not acknowledge the request to stop within this time is stuck. */
const TAKES_WORD_MS = 2_000
/**
 * How much memory may grow before V8 collects garbage. By default it waits for several times as much, which costs half a gigabyte with
 * 100,000 objects and saves no measurable CPU time.
 */
const GARBAGE_PERCENT = 40
/** JavaScript's own errors; those of the project have descriptive names. */
const UNEXPECTED = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']

if (isMainThread) supervise()
else await serve()

function supervise() {
  const args = process.argv.slice(2)
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
  const worker = new Worker(new URL(import.meta.url), { argv: args, env: process.env })
  let told = false
  worker.on('exit', (code) => process.exit(code))
  worker.on('error', (error) => {
    console.error(error)
    process.exit(1)
  })
  const stop = () => {
    if (told) process.exit(1)
    told = true
    const stuck = setTimeout(() => {
      console.error('the server is busy and does not stop; terminating it')
      process.exit(1)
    }, TAKES_WORD_MS)
    worker.once('message', () => clearTimeout(stuck))
    worker.postMessage('stop')
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function serve() {
  const stop = new AbortController()
  parentPort.on('message', () => {
    parentPort.postMessage('stopping')
    stop.abort()
  })
  try {
    const args = process.argv.slice(2)
    const names = await namesOf(args).catch(async (error) => {
      console.error(error.message)
      return end(2)
    })
    const { main } = await importBundled('src/serve.ts', names)
    await main(args, stop.signal)
    await end(0)
  } catch (error) {
    // For invalid flags or an unavailable address the message is enough: a stack trace would not help the user.
    const told = error instanceof Error && !UNEXPECTED.includes(error.name)
    console.error(told || error?.syscall ? error.message : error)
    await end(told ? 2 : 1)
  }
}

/** Exits the thread once its output is written. */
async function end(code) {
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done))
  process.exit(code)
}
