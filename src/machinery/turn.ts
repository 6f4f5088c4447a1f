/**
 * Node handles up to 1,000 messages of a port before anything else, including those posted meanwhile, so yielding through a message would
 * starve connections. Captured at load time, so that fake timers don't replace it.
 */
const { setImmediate } = globalThis as { setImmediate?: (go: () => void) => unknown }

/** A caller that waits until all earlier callers have had their turn. */
interface Follower {
  readonly last: number
  readonly go: () => void
}

/** Waiting callers, first come first. */
const waiting: (() => void)[] = []
const followers: Follower[] = []
/** How many have asked for a turn, and how many have had theirs. */
let asked = 0
let resumed = 0
/** Turns requested of the platform and not begun yet. */
let pending = 0
/** Extra turns for waiting callers, because other work had the thread meanwhile. */
let owed = 0
let port: MessagePort | undefined

/** Whatever is posted to it calls `go` in a turn of its own. */
function portTo(go: () => void): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = go
  return port2
}

/** One turn of the platform for each piece of work: only then everything that a piece leads to at once is done before the next one. */
function request(): void {
  pending += 1
  if (setImmediate) setImmediate(takeTurn)
  else (port ??= portTo(takeTurn)).postMessage(undefined)
}

/** Call it when no turn is pending. */
function ask(): void {
  const left = followers.length > 0 ? 1 : 0
  const wanted = Math.max(Math.min(1 + owed, waiting.length), left)
  owed = 0
  for (let i = 0; i < wanted; i++) request()
}

/** Resumes a single waiter, because its work may take milliseconds: a request that arrives meanwhile waits only for that one. */
function takeTurn(): void {
  pending -= 1
  const ready = followers.findIndex(({ last }) => last > resumed)
  const done = followers.splice(0, ready < 0 ? followers.length : ready)
  if (done.length > 0) for (const { go } of done) go()
  else {
    const go = waiting.shift()
    if (go) resumed += 1
    go?.()
  }
  if (pending === 0) ask()
}

/** Resolves after all pending events had their turn. For long work on the one thread, and to batch notifications. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    asked += 1
    if (pending === 0) ask()
  })

/** How many have asked for a turn until now. */
export const turnsAsked = (): number => asked

/** Resolves when the first `count` that asked have had their turns, with what they led to at once; undefined if they have. */
export function turnsTaken(count: number): Promise<void> | undefined {
  if (resumed >= count) return undefined
  return new Promise((go) => {
    followers.push({ last: count, go })
    if (pending === 0) ask()
  })
}

/** Records that other work used the thread: the waiting callers together get one more turn for it. */
export function oweTurn(): void {
  owed += 1
}

/** Those that only wait until the current turn has ended. */
let afterwards: (() => void)[] = []
let ending: MessagePort | undefined

function endTurn(): void {
  const due = afterwards
  afterwards = []
  for (const go of due) go()
}

/** Calls `go`, which must not throw, as soon as the current turn has ended, before those that wait for a turn of their own. */
export function afterThisTurn(go: () => void): void {
  afterwards.push(go)
  if (afterwards.length > 1) return
  if (setImmediate) setImmediate(endTurn)
  else (ending ??= portTo(endTurn)).postMessage(undefined)
}
