import { useEffect, useMemo, useState } from 'react'
import { loadExpressions } from '../../../../api/expressions'
import type { PolicySpec } from '../../../../api/policies/policy'
import { useDiscovery } from '../../../queries/use-discovery'
import type { PolicyProblem } from './policy-marks'
import type { Read } from './policy-texts'

type Check = (typeof import('./form-problems'))['formProblems']

/** The server's checks of policies; undefined until they are loaded, since they bring much of its code with them. */
function useCheck(): Check | undefined {
  const [check, setCheck] = useState<Check>()
  const [failure, setFailure] = useState<Error>()
  useEffect(() => {
    let left = false
    Promise.all([import('./form-problems'), loadExpressions()]).then(
      ([{ formProblems }]) => {
        if (!left) setCheck(() => formProblems)
      },
      (error: unknown) => {
        if (!left) setFailure(error instanceof Error ? error : new Error(String(error)))
      },
    )
    return () => {
      left = true
    }
  }, [])
  if (failure !== undefined) throw failure
  return check
}

/** What the server would refuse in a policy besides its expressions, whose problems are `told`. */
export function useFormProblems(
  name: string,
  spec: Read<PolicySpec>,
  release: number,
  told: readonly PolicyProblem[],
): readonly PolicyProblem[] {
  const check = useCheck()
  const discovery = useDiscovery().data
  return useMemo(
    () => (check && spec.problem === undefined ? check({ name, spec: spec.value }, release, discovery, told) : []),
    [check, spec, name, release, discovery, told],
  )
}
