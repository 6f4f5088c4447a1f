import { fail, EvaluationError } from './expression-error'
import type { Loop } from './ast'
import { isList, MapValue, ObjectValue, showScalar, typeNameOf, type Value } from './values'
import { ERROR_STEPS, Frame, asBoolean, LIST_COST, MAP_COST, type Step } from './frame'

interface Run {
  /** Returns true when the loop may stop. */
  readonly next: (body: Step, key: Value) => boolean
  readonly end: () => Value
}

/** `all` and `exists`: an error counts only if no other item decides. */
const quantifier =
  (decides: boolean, cost: number) =>
  (frame: Frame): Run => {
    let result = !decides
    let problem: EvaluationError | undefined
    let decided = false
    return {
      next: (body) => {
        // The loop checks its exit condition only at the start of the next item.
        if (decided) {
          frame.charge(cost - 1)
          return true
        }
        frame.charge(cost)
        try {
          result = asBoolean(body(frame))
          if (result === decides) problem = undefined
        } catch (error) {
          if (!(error instanceof EvaluationError)) throw error
          frame.spend(ERROR_STEPS)
          problem ??= error
          result = !decides
        }
        decided = result === decides
        return false
      },
      end: () => {
        if (problem) throw problem
        return result
      },
    }
  }

/** Steps per map entry. */
const ENTRY_STEPS = 250

/** How each macro over a list or map builds its result. */
export const LOOPS: Readonly<Record<Loop['form'], (frame: Frame, folds: boolean) => Run>> = {
  all: quantifier(false, 3),
  exists: quantifier(true, 4),
  existsOne: (frame) => {
    let count = 0
    return {
      next: (body) => {
        const holds = asBoolean(body(frame))
        if (holds) {
          count += 1
          frame.charge(2)
        }
        return false
      },
      end: () => {
        frame.charge(1)
        return count === 1
      },
    }
  },
  map: (frame, folds) => {
    const items: Value[] = []
    // A loop starts with an empty list or map, which is a constant.
    if (!folds) frame.charge(LIST_COST)
    return {
      next: (body) => {
        items.push(body(frame))
        frame.charge(LIST_COST + 2)
        return false
      },
      end: () => items,
    }
  },
  transformMap: (frame, folds) =>
    mapRun(frame, folds, (map, value, key) => {
      frame.charge(1)
      addTo(map, key, value)
    }),
  transformMapEntry: (frame, folds) =>
    mapRun(frame, folds, (map, value) => {
      if (!(value instanceof MapValue)) fail('no such overload')
      else
        for (const [key, member] of value.entries()) {
          frame.spend(ENTRY_STEPS)
          addTo(map, key, member)
        }
    }),
}
function mapRun(frame: Frame, folds: boolean, add: (map: MapValue, value: Value, key: Value) => void): Run {
  const map = new MapValue()
  if (!folds) frame.charge(MAP_COST)
  return {
    next: (body, key) => {
      frame.spend(ENTRY_STEPS)
      add(map, body(frame), key)
      frame.charge(2)
      return false
    },
    end: () => map,
  }
}

/** Adds an entry. @throws EvaluationError for a duplicate key or one of the wrong type */
export function addTo(map: MapValue, key: Value, value: Value): void {
  const added = map.add(key, value)
  if (added === undefined) fail(`unsupported key type: ${typeNameOf(key)}`)
  if (added === false) fail(`Failed with repeated key: ${showScalar(key)}`)
}

/** Calls `take` for each round with the item or, with `pairs`, the index or key and the item, until it returns true. */
export function eachOf(over: Value, pairs: boolean, take: (first: Value, second?: Value) => boolean): void {
  if (isList(over)) {
    for (let i = 0; i < over.length; i += 1) {
      const item = over[i] ?? null
      if (pairs ? take(BigInt(i), item) : take(item)) return
    }
    return
  }
  if (over instanceof MapValue) {
    for (const [key, value] of over.entries()) if (pairs ? take(key, value) : take(key)) return
    return
  }
  if (!(over instanceof ObjectValue)) fail('no such overload')
  else for (const name of over.names()) if (pairs ? take(name, over.get(name) ?? null) : take(name)) return
}
