import { shrinkList } from './shrink'

/**
 * One operation on a key as its client saw it, with the times of its call and its answer. Every write has a unique token; `undefined` means
 * "absent". An operation without an answer may have happened at any time after its call, or never.
 */
export type Operation = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'read'; readonly seen: string | undefined }
  | { readonly kind: 'create'; readonly token: string; readonly outcome: 'done' | 'exists' | 'unknown' }
  | {
      readonly kind: 'update'
      readonly expect: string
      readonly token: string
      readonly outcome: 'done' | 'refused' | 'unknown'
    }
  /** Changes the object if it exists. */
  | { readonly kind: 'patch'; readonly token: string; readonly outcome: 'done' | 'absent' | 'unknown' }
  /** Creates or changes. */
  | { readonly kind: 'apply'; readonly token: string; readonly outcome: 'done' | 'unknown' }
  /** With `expect`, only if the state matches. */
  | {
      readonly kind: 'delete'
      readonly expect?: string
      readonly outcome: 'done' | 'absent' | 'refused' | 'unknown'
    }
)
type State = string | undefined

const NO = Symbol('no')

/** The state after the operation, or `NO` if its answer contradicts the state before. */
function after(state: State, operation: Operation): State | typeof NO {
  switch (operation.kind) {
    case 'read':
      return operation.seen === state ? state : NO
    case 'create':
      if (operation.outcome === 'exists') return state !== undefined ? state : NO
      return state === undefined ? operation.token : NO
    case 'update':
      if (operation.outcome === 'refused') return state !== operation.expect ? state : NO
      return state === operation.expect ? operation.token : NO
    case 'patch':
      if (operation.outcome === 'absent') return state === undefined ? state : NO
      return state !== undefined ? operation.token : NO
    case 'apply':
      return operation.token
    case 'delete':
      if (operation.outcome === 'absent') return state === undefined ? state : NO
      if (operation.outcome === 'refused') return state !== operation.expect ? state : NO
      return state !== undefined && state === (operation.expect ?? state) ? undefined : NO
  }
}

const isUnknown = (operation: Operation): boolean => operation.kind !== 'read' && operation.outcome === 'unknown'

/**
 * Whether the operations on one key have an order that explains each answer and respects real time: an operation that ended before another
 * began comes first (Wing and Gong's search with memoization).
 */
export function isLinearizable(operations: readonly Operation[], initial: State = undefined): boolean {
  const tried = new Set<string>()
  const done = new Array<boolean>(operations.length).fill(false)
  const known = operations.filter((operation) => !isUnknown(operation)).length

  function search(state: State, left: number): boolean {
    if (left === 0) return true
    const key = `${done.map(Number).join('')} ${state}`
    if (tried.has(key)) return false
    tried.add(key)
    let firstEnd = Infinity
    operations.forEach((operation, i) => {
      if (!done[i] && !isUnknown(operation)) firstEnd = Math.min(firstEnd, operation.end)
    })
    return operations.some((operation, i) => {
      if (done[i] || operation.start > firstEnd) return false
      const next = after(state, operation)
      if (next === NO) return false
      done[i] = true
      const found = search(next, isUnknown(operation) ? left : left - 1)
      done[i] = false
      return found
    })
  }
  return search(initial, known)
}

/** A shorter history that is still not linearizable. */
export const shrink = (operations: readonly Operation[]): Promise<readonly Operation[]> =>
  shrinkList(operations, (fewer) => Promise.resolve(!isLinearizable(fewer)))
