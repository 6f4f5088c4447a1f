/** What ports of Node have beside those of browsers: one that is not referred to keeps no process alive. */
interface NodePort {
  ref?(): void
  unref?(): void
}

let waiting: (() => void)[] = []
let ports: { readonly to: MessagePort; readonly from: MessagePort & NodePort } | undefined

function open(): NonNullable<typeof ports> {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const ready = waiting
    waiting = []
    for (const go of ready) go()
    if (waiting.length === 0) (port1 as NodePort).unref?.()
  }
  return { from: port1, to: port2 }
}

// Node handles up to a thousand messages before it looks at timers and sockets again; browsers have no such function.
const { setImmediate: afterAll } = globalThis as { setImmediate?: (run: () => void) => unknown }

/** Resolves when whatever else has happened by now has had its turn; for long work on the one thread, and to gather news. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (afterAll) return void afterAll(resolve)
    waiting.push(resolve)
    if (waiting.length > 1) return
    ports ??= open()
    ports.from.ref?.()
    ports.to.postMessage(undefined)
  })
