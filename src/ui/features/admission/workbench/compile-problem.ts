import { useEffect, useState } from 'react'
import { compile } from '../../../../outside/sandbox/compile'
import { messageOf } from '../../../../machinery/message-of'

/** What keeps code from being compiled, and where: line and column from 1. */
export interface CompileProblem {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** Reads the place out of a compiler's message, which ends it with `(line:column)`. */
export function problemOf(message: string): CompileProblem {
  const [whole = '', line = '1', column = '1'] = /\s*\((\d+):(\d+)\)\s*$/.exec(message) ?? []
  return {
    message: message.slice(0, message.length - whole.length).replace(/^Error transforming [^:]*:\s*/, ''),
    line: Number(line),
    column: Number(column),
  }
}

const PAUSE_MS = 250

/** Compiles code whenever typing rests; undefined while it compiles. */
export function useCompileProblem(source: string): CompileProblem | undefined {
  const [problem, setProblem] = useState<CompileProblem>()
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      compile(source, 'default').then(
        () => current && setProblem(undefined),
        (error: unknown) => current && setProblem(problemOf(messageOf(error))),
      )
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [source])
  return problem
}
