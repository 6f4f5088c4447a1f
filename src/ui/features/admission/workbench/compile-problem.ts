import { useEffect, useState } from 'react'
import { compile } from '../../../../outside/sandbox/compile'
import { messageOf } from '../../../../machinery/message-of'

/** A compile error with its position; line and column count from 1. */
export interface CompileProblem {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** Reads the position from the `(line:column)` at the end of a compiler message. */
export function problemOf(message: string): CompileProblem {
  const [whole = '', line = '1', column = '1'] = /\s*\((\d+):(\d+)\)\s*$/.exec(message) ?? []
  return {
    message: message.slice(0, message.length - whole.length).replace(/^Error transforming [^:]*:\s*/, ''),
    line: Number(line),
    column: Number(column),
  }
}

const PAUSE_MS = 250

/** Compiles code when typing pauses; undefined while compiling. */
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
