import { useEffect, useState } from 'react'
import { parseJson, writeJson } from '../../../machinery/json-text'
import { pageSandbox } from './page-sandbox'
import { runCase, type TestCase, type TestResult } from './test-cases'

/** Long enough to finish a word, short enough to follow the typing. */
const PAUSE_MS = 350

/** Time limit of one test. */
export const TEST_LIMIT_MS = 2_000

type Results = Readonly<Record<string, TestResult>>

/** Runs all tests after code or tests have not changed for a moment. */
export function useTestResults(source: string, tests: readonly TestCase[]): { results: Results; running: boolean } {
  const [results, setResults] = useState<Results>({})
  const [running, setRunning] = useState(true)
  const shape = writeJson(tests)
  useEffect(() => {
    let current = true
    setRunning(true)
    const timer = setTimeout(() => {
      const cases = parseJson(shape) as TestCase[]
      void Promise.all(
        cases.map(async (test) => [test.id, await runCase(pageSandbox(), source, test, TEST_LIMIT_MS)] as const),
      ).then((pairs) => {
        if (!current) return
        setResults(Object.fromEntries(pairs))
        setRunning(false)
      })
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [source, shape])
  return { results, running }
}
